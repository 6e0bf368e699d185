import { readFileSync } from 'node:fs';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Prints what was on the page when a journey failed: of a run elsewhere, often only the output is left. */
export default class SnapshotReporter implements Reporter {
  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === test.expectedStatus) {
      return;
    }
    for (const { name, path } of result.attachments) {
      if (name === 'error-context' && path) {
        const [snapshot] = /```yaml[\s\S]*```/.exec(readFileSync(path, 'utf8')) ?? [];
        console.log(`\n${test.titlePath().join(' › ')}\n${snapshot ?? 'The page is gone.'}\n`);
      }
    }
  }

  printsToStdio(): boolean {
    return false;
  }
}
