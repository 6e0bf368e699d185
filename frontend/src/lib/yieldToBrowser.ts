/**
 * Lets the browser paint what an input has changed before more work follows. Browsers without `scheduler.yield`, such
 * as Safari, paint it after that work.
 */
export async function yieldToBrowser(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: Partial<Scheduler> };
  await scheduler?.yield?.();
}
