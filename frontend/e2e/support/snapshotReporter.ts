import { readFileSync } from 'node:fs';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Prints the accessibility snapshot of the page when a journey fails. In CI the output is often all that remains. */
export default class SnapshotReporter implements Reporter {
  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === test.expectedStatus) {
      return;
    }
    for (const { name, path } of result.attachments) {
      if (name === 'error-context' && path) {
        const [snapshot] = /```yaml[\s\S]*```/.exec(readFileSync(path, 'utf8')) ?? [];
        console.log(
          `\n${test.titlePath().join(' › ')}\n${snapshot ?? 'There is no snapshot of the page.'}\n`,
        );
      }
    }
  }

  printsToStdio(): boolean {
    return false;
  }
}
