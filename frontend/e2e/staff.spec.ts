import { addAuthenticator } from './support/authenticator.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/journey.ts';
import { horizontalOverflow } from './support/layout.ts';
import { ops } from './support/ops.ts';
import { requestPlace } from './support/places.ts';
import { openDrawer } from './support/session.ts';
import { translations } from './support/translations.ts';
import { createSignedInUser, createVerifiedUser } from './support/users.ts';
import { variants } from './support/variants.ts';

const COURSE = 'arabic-calligraphy';
const MESSAGE = 'Are beginners welcome?';

/** The first requests of staff are refused, until the member has signed in, and Chromium logs that. */
test.use({ expectedConsoleMessages: /Failed to load resource/ });

for (const { language, tag } of variants('phone')) {
  const { myCourses, settings, signIn, staff, staffPlaces } = translations[language];
  const { decisions } = staffPlaces;

  test(
    `an owner decides about a place and records payments (${language})`,
    { tag },
    async ({ page, visit }) => {
      const owner = await createSignedInUser();
      const learner = await createSignedInUser({
        fullname: `Amina ${crypto.randomUUID().slice(0, 8)}`,
      });
      const colleague = await createVerifiedUser();
      await requestPlace(learner, COURSE, MESSAGE);
      await addAuthenticator(page);
      await page.addInitScript(() => {
        PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
      });
      const main = page.getByRole('main');
      const open = (name: string) =>
        page
          .getByRole('navigation', { name: staff.title })
          .getByRole('link', { name, exact: true })
          .click();
      const dialog = page.getByRole('dialog');
      const press = (name: string) => main.getByRole('button', { name, exact: true }).click();
      const send = (name: string) => dialog.getByRole('button', { name, exact: true }).click();

      await test.step('adds a passkey, and gets the role with a code', async () => {
        await visit('/settings', { language, token: owner.token });
        const section = page.getByRole('region', { name: settings.passkeys.title });
        await section.getByRole('button', { name: settings.passkeys.open, exact: true }).click();
        const password = section.getByLabel(signIn.fields.currentPassword, { exact: true });
        await password.fill(owner.password);
        await section.getByRole('button', { name: settings.passkeys.submit, exact: true }).click();
        await expect(section.getByLabel(settings.passkeys.name)).toBeFocused();
      });

      await test.step('the pages of staff ask for the passkey and, once, for the code', async () => {
        await page.goto('/staff');
        await expect(main).toContainText(staff.refused.message);
        const granted = await ops('staff', 'grant', owner.email, 'owner');
        const [code = ''] = /(\w{5}-){3}\w{5}/.exec(granted) ?? [];
        await page.goto('/');
        const drawer = await openDrawer(page, language);
        await drawer.getByRole('link', { name: staff.title }).click();
        await expect(dialog).toContainText(staff.signIn.text);
        await expectAccessible(page);
        await send(staff.signIn.usePasskey);
        await dialog.getByLabel(staff.signIn.code).fill(code);
        await send(staff.signIn.usePasskey);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(staff.pages.today);
        await expectAccessible(page);
      });

      await test.step('finds the request by the email address, and offers the place', async () => {
        await open(staff.pages.places);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(staff.pages.places);
        await expectAccessible(page);
        await page.getByLabel(staffPlaces.filter.find).fill(learner.email);
        await press(staffPlaces.filter.go);
        await main.getByRole('link', { name: learner.fullname }).click();
        await expect(main).toContainText(MESSAGE);
        await expectAccessible(page);
        await press(decisions.offer.action);
        await expect(dialog).toContainText(decisions.offer.effect);
        await expectAccessible(page);
        await send(decisions.offer.action);
        await expect(dialog).toBeHidden();
        await expect(main).toContainText(myCourses.states.offered);
        await expect(main).toContainText(/MS-\w{4}-\w{4}/);
      });

      await test.step('names the employer who pays, whom the proforma names', async () => {
        await press(decisions.name_payer.action);
        await dialog.getByLabel(staffPlaces.payer, { exact: true }).fill('Sonatel SARL');
        await dialog.getByLabel(staffPlaces.payerAddress).fill('4 rue Larbi, Oran');
        await expectAccessible(page);
        await send(decisions.name_payer.action);
        await expect(dialog).toBeHidden();
        const { kinds } = translations[language].myPlace.receipt;
        await main.getByRole('link', { name: kinds.proforma }).click();
        await expect(main.getByRole('article')).toContainText('Sonatel SARL');
        await expect.poll(() => horizontalOverflow(page)).toBe(0);
        await expectAccessible(page);
        await main.getByRole('link', { name: staffPlaces.place }).click();
      });

      await test.step('a part is paid, and then the rest', async () => {
        const record = async (amount: string) => {
          await press(staffPlaces.recordPayment);
          await dialog.getByLabel(staffPlaces.amount, { exact: true }).fill(amount);
          await send(staffPlaces.record);
        };
        await record('1.000');
        await expect(dialog).toContainText(translations[language].staffErrors.amount_invalid);
        await expectAccessible(page);
        await dialog.getByLabel(staffPlaces.amount, { exact: true }).fill('1000');
        await send(staffPlaces.record);
        await expect(dialog).toBeHidden();
        await expect(main.getByRole('table')).toContainText(/1\D?000/);
        await expect(main).toContainText(myCourses.states.offered);
        await record('100000');
        await expect(dialog).toBeHidden();
        await expect(main).toContainText(myCourses.states.confirmed);
        await expect(main).toContainText(/\d{4}-000\d{3}/);
        await expectAccessible(page);
      });

      await test.step('gives a colleague a role, which the log records', async () => {
        await open(staff.pages.members);
        await press(staff.members.add);
        await dialog.getByLabel(staff.members.email).fill(colleague.email);
        await dialog.getByLabel(staff.roles.finance).check();
        await expectAccessible(page);
        await send(staff.save);
        await expect(dialog).toBeHidden();
        await expect(main.getByRole('status')).toContainText(/(\w{5}-){3}\w{5}/);
        await expect(main).toContainText(staff.members.codeWaits);
        await expectAccessible(page);
        await open(staff.pages.audit);
        await expect(main).toContainText('staff roles: finance');
        await expect(main).toContainText(`payment for ${COURSE}`);
        await expectAccessible(page);
      });

      await test.step('the pages fit 320 pixels', async () => {
        await page.setViewportSize({ width: 320, height: 640 });
        for (const path of [
          '',
          '/places',
          `/places/${learner.id}/${COURSE}`,
          '/members',
          '/audit',
        ]) {
          await page.goto(`/staff${path}`);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expect.poll(() => horizontalOverflow(page), path).toBe(0);
        }
      });
    },
  );
}
