import type { CDPSession } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { changePlace, test } from './support/clerk.ts';
import { CV, photoFile } from './support/files.ts';
import { expect } from './support/journey.ts';
import { horizontalOverflow } from './support/layout.ts';
import { requestPlace } from './support/places.ts';
import { recordRequests } from './support/requests.ts';
import { translations } from './support/translations.ts';
import { createSignedInUser } from './support/users.ts';
import { variants } from './support/variants.ts';

const COURSE = 'arabic-calligraphy';
const IMAGE_UPLOAD = /\/api\/file\/image/;
const DOCUMENT_UPLOAD = /\/api\/file\/document/;
const REASON = 'The photo shows no amount.';

/** A slow phone's link: 20 kB/s in both directions. */
const SLOW = { latency: 200, downloadThroughput: 20_000, uploadThroughput: 20_000 };
const FAST = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };

const setLink = (session: CDPSession, link: typeof SLOW, offline = false) =>
  session.send('Network.emulateNetworkConditions', { ...link, offline });

// Chromium logs requests that are interrupted.
test.use({ expectedConsoleMessages: /Failed to load resource|ERR_/ });

for (const { language, tag } of variants('phone')) {
  const { common, myCourses, myPlace, upload } = translations[language];
  const { proof } = myPlace;

  test(
    `a proof of payment is sent over a slow link (${language})`,
    { tag },
    async ({ clerk, context, page, visit }) => {
      const user = await createSignedInUser();
      await requestPlace(user, COURSE);
      const money = { amount: '11900', currency: 'DZD' };
      const change = changePlace.bind(null, clerk, user, COURSE);
      await change({ event: 'offer', ...money, reason: 'Price of a test' });
      const requests = recordRequests(page);
      await visit(`/my-courses/${COURSE}`, { language, token: user.token });
      const payment = page.getByRole('region', { name: myPlace.payment.title });
      const input = payment.locator('input[type=file]');
      const list = payment.getByRole('list', { name: proof.list });
      const send = payment.getByRole('button', { name: proof.send, exact: true });
      const session = await context.newCDPSession(page);
      await session.send('Network.enable');

      await test.step('a photo survives an interruption of the connection', async () => {
        await expect(payment).toContainText(proof.title);
        await input.setInputFiles(await photoFile());
        await expect(send).toBeVisible();
        await expectAccessible(page);
        await setLink(session, SLOW);
        await send.click();
        const share = async () =>
          Number(await payment.getByRole('progressbar').getAttribute('aria-valuenow'));
        await expect.poll(share).toBeGreaterThan(10);
        await setLink(session, SLOW, true);
        await expect(payment).toContainText(upload.status.offline);
        await setLink(session, SLOW);
        await expect(list).toContainText(proof.states.sent, { timeout: 60_000 });
        expect(requests.to(IMAGE_UPLOAD)).toHaveLength(2);
        await setLink(session, FAST);
        await expect(page.getByText(proof.done)).toBeVisible();
        await expectAccessible(page);
        await page.goto('/');
        await expect(page.getByRole('region', { name: myCourses.title })).toContainText(
          myCourses.proofSent,
        );
      });

      await test.step('staff refuse it, and the user reads why', async () => {
        await change({ event: 'refuse_proof', reason: REASON });
        await page.goto(`/my-courses/${COURSE}`);
        await expect(list).toContainText(proof.states.refused);
        await expect(list).toContainText(REASON);
      });

      await test.step('a PDF that failed is sent again without choosing it again', async () => {
        await page.route(DOCUMENT_UPLOAD, (route) => route.abort(), { times: 1 });
        await input.setInputFiles({ ...CV, name: 'slip.pdf' });
        await send.click();
        await payment.getByRole('button', { name: new RegExp(upload.retry) }).click();
        await expect(list.getByRole('listitem')).toHaveCount(2);
        await expect(list).toContainText('slip.pdf');
        await expect(payment).toContainText(proof.left.replace('{{number}}', '1'));
      });

      await test.step('the payment accepts it, and the page fits 320 pixels', async () => {
        const transfer = { id: 'T-1', method: 'ccp', receivedOn: '2026-11-20' };
        await change({ kind: 'payment', ...money, ...transfer });
        await page.setViewportSize({ width: 320, height: 640 });
        await page.reload();
        await expect(list).toContainText(proof.states.accepted);
        await expect(page.getByRole('button', { name: common.retry })).toBeHidden();
        await expect(send).toBeHidden();
        await expect.poll(() => horizontalOverflow(page)).toBe(0);
      });
    },
  );
}
