import type { Locator, Page } from '@playwright/test';
import journeys from '../../playwright.config.ts';
import { expectAccessible } from '../support/axe.ts';
import { changePlace } from '../support/clerk.ts';
import { expect, test } from '../support/journey.ts';
import { aws } from '../support/ops.ts';
import { requestPlace, sendProof } from '../support/places.ts';
import { openAsStaff } from '../support/staffMember.ts';
import { createSignedInTeacher } from '../support/teachers.ts';
import { translations } from '../support/translations.ts';
import { createSignedInUser } from '../support/users.ts';

/** The last runs of these courses have the requests, the payments and the moved session. */
const REQUESTED = 'freelancing';
const PAID = 'online-store';
const MOVED = 'business-plan';

/** Each day uses up the last run of a course, which is cancelled. */
const days = [
  {
    language: 'fr',
    device: 'desktop',
    cancelled: 'team-leadership',
    reason: 'Le groupe est trop petit.',
  },
  {
    language: 'ar',
    device: 'phone',
    cancelled: 'research-methods',
    reason: 'عدد المشاركين قليل جدًا.',
  },
] as const;

type Day = (typeof days)[number];

for (const day of days) {
  test.describe(day.device, () => {
    test.use(journeys.projects?.find(({ name }) => name === day.device)?.use ?? {});

    /** Tasks of a day at the office, with presses and typing that take no time. */
    test(`a day of a clerk (${day.language})`, async ({ browser }) => {
      const page = await openAsStaff(browser, day.language, '/staff', 'owner');
      const { blocked, bounced } = await prepare(page, day.cancelled);
      await page.goto('/staff');
      const clerk = new Clerk(page, day);
      await decideApplications(clerk);
      await decideRequests(clerk);
      await recordPayments(clerk);
      await changeRuns(clerk);
      await helpPeople(clerk, blocked, bounced);
      console.log(`${day.language}, ${day.device}`);
      console.table(clerk.costs);
    });
  });
}

/** Everything that waits in the morning. */
async function prepare(page: Page, cancelled: string) {
  const learn = async (course: string, fullname: string) => {
    const learner = await createSignedInUser({ fullname });
    await requestPlace(learner, course);
    return learner;
  };
  for (let index = 0; index < 10; index += 1) {
    await createSignedInTeacher({ fullname: `Nadia Haddad ${index}` });
  }
  for (let index = 0; index < 3; index += 1) {
    const learner = await learn(PAID, `Samir Haddad ${index}`);
    await changePlace(page, learner, PAID, { event: 'offer' });
    await sendProof(learner, PAID);
  }
  for (let index = 0; index < 8; index += 1) {
    const learner = await learn(cancelled, `Lina Haddad ${index}`);
    await changePlace(page, learner, cancelled, { event: 'grant', reason: 'Free.' });
  }
  for (let index = 0; index < 5; index += 1) {
    await learn(REQUESTED, `Karim Haddad ${index}`);
  }
  const emailOf = async (name: string) => {
    const email = `${name}.${crypto.randomUUID().slice(0, 4)}@example.org`;
    return (await createSignedInUser({ email })).email;
  };
  const [blocked, bounced] = [await emailOf('omar.haddad'), await emailOf('sonia.haddad')];
  const address = ['--email-address', bounced, '--reason', 'BOUNCE'];
  await aws('sesv2', 'put-suppressed-destination', ...address);
  return { blocked, bounced };
}

/** Does what a clerk does, and counts it. */
class Clerk {
  readonly costs: Record<string, ReturnType<typeof nothing>> = {};
  readonly texts;
  readonly main;
  readonly dialog;
  private cost = nothing();

  constructor(
    readonly page: Page,
    readonly day: Day,
  ) {
    this.texts = translations[day.language];
    this.main = page.getByRole('main');
    this.dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    let shown = new URL(page.url()).pathname;
    page.on('framenavigated', (frame) => {
      const { pathname } = new URL(frame.url());
      if (frame === page.mainFrame() && pathname !== shown) {
        shown = pathname;
        this.cost.pages += 1;
      }
    });
  }

  /** Counts what a task takes, and expects that the page at its end is accessible. */
  async task(name: string, work: () => Promise<void>): Promise<void> {
    this.cost = nothing();
    await test.step(name, work);
    this.costs[name] = { ...this.cost, seconds: Number(this.cost.seconds.toFixed(1)) };
    await expectAccessible(this.page);
  }

  /** Taps, and waits until what answers is shown. */
  async tap(target: Locator, answer: Locator | (() => Promise<unknown>)): Promise<void> {
    await expect(target).toBeVisible();
    const start = performance.now();
    await target.click();
    await (typeof answer === 'function' ? answer() : expect(answer).toBeVisible());
    this.cost.seconds += (performance.now() - start) / 1000;
    this.cost.taps += 1;
  }

  /** Taps what leads to another page, and waits for a part of that. */
  async open(target: Locator, part: Locator): Promise<void> {
    const before = this.page.url();
    await this.tap(target, async () => {
      await this.page.waitForURL(({ href }) => href !== before);
      await expect(part).toBeVisible();
    });
  }

  async download(target: Locator): Promise<void> {
    const downloaded = this.page.waitForEvent('download', { timeout: 60_000 });
    await this.tap(target, () => downloaded);
  }

  /** Sends the open dialog, and waits until it is closed. */
  send = (name: string) => this.tap(this.sendButton(name), () => expect(this.dialog).toBeHidden());

  /** Taps a field, and types. */
  async enter(label: string, value: string, typed = value): Promise<void> {
    const form = (await this.dialog.isVisible()) ? this.dialog : this.main;
    await form.getByLabel(label).first().fill(value);
    this.cost.taps += 1;
    this.cost.characters += typed.length;
  }

  async choose(label: string, option: string): Promise<void> {
    await this.dialog.getByLabel(label).selectOption(option);
    this.cost.taps += 1;
  }

  button = (name: string) => this.main.getByRole('button', { name, exact: true });
  link = (name: string) => this.main.getByRole('link', { name });
  sendButton = (name: string) => this.dialog.getByRole('button', { name, exact: true });
  /** The first link of the list. */
  first = () => this.main.getByRole('table').getByRole('link').first();
  /** What leads to a page of staff. */
  menu = (name: string) =>
    this.page
      .getByRole('navigation', { name: this.texts.staff.title })
      .getByRole('link', { name, exact: true });
}

function nothing() {
  /** Seconds of the machine, from each action to what answers it. */
  return { taps: 0, characters: 0, pages: 0, seconds: 0 };
}

async function decideApplications(clerk: Clerk): Promise<void> {
  const { staff, staffApplications: texts } = clerk.texts;
  await clerk.task('ten applications', async () => {
    await clerk.tap(clerk.menu(staff.pages.applications), clerk.first());
    for (let index = 0; index < 10; index += 1) {
      const choice = index % 5 === 4 ? 'decline' : 'approve';
      const link = index === 0 ? clerk.first() : clerk.link(staff.next);
      await clerk.open(link, clerk.button(texts[choice].open));
      await clerk.download(clerk.link(texts.files.openCv));
      await clerk.tap(clerk.button(texts[choice].open), clerk.dialog);
      if (choice === 'decline') {
        await clerk.choose(texts.decline.template, texts.templates.experience.label);
      }
      await clerk.tap(
        clerk.sendButton(texts[choice].submit),
        clerk.main.getByText(texts[choice].done),
      );
    }
  });
}

async function decideRequests(clerk: Clerk): Promise<void> {
  const { staff, staffPlaces: texts } = clerk.texts;
  await clerk.task('five requests', async () => {
    await clerk.tap(clerk.menu(staff.pages.places), clerk.first());
    for (let index = 0; index < 5; index += 1) {
      const { action } = texts.decisions[index === 4 ? 'decline' : 'offer'];
      const link = index === 0 ? clerk.first() : clerk.link(staff.next);
      await clerk.open(link, clerk.button(action));
      await clerk.tap(clerk.button(action), clerk.dialog);
      if (index === 4) {
        await clerk.enter(texts.reason, clerk.day.reason);
      }
      await clerk.send(action);
    }
  });
}

async function recordPayments(clerk: Clerk): Promise<void> {
  const { staff, staffPlaces: texts } = clerk.texts;
  const { main } = clerk;
  const proofs = main.getByRole('row').filter({ hasText: texts.proofWaits });
  await clerk.task('three payments', async () => {
    const list = main.getByRole('listitem').nth(4).getByRole('link');
    await clerk.tap(clerk.menu(staff.pages.today), list);
    await clerk.tap(list, proofs.first());
    for (const [index, amount] of ['7900', '7900', '4000'].entries()) {
      if (index > 0) {
        await clerk.tap(clerk.link(texts.all), proofs.first());
      }
      await clerk.open(proofs.first().getByRole('link'), clerk.button(texts.recordPayment));
      await clerk.download(main.locator('li a[href*="://"]'));
      await clerk.tap(clerk.button(texts.recordPayment), clerk.dialog);
      await clerk.enter(texts.amount, amount);
      await clerk.send(texts.record);
      await expect(main.getByRole('table', { name: texts.money })).toContainText(/\d{4}-\d{6}/);
    }
  });
}

async function changeRuns(clerk: Clerk): Promise<void> {
  const { staff, staffPlaces, staffRuns: texts } = clerk.texts;
  const { main, dialog, day } = clerk;
  const openRun = async (course: string) => {
    const held = main.getByRole('row').filter({ hasNotText: texts.cancelled });
    const last = held.locator(`a[href*="/${course}/"]`).last();
    await clerk.tap(clerk.menu(staff.pages.runs), last);
    await clerk.open(last, clerk.button(texts.cancelRun.action));
  };

  await clerk.task('a moved session', async () => {
    await openRun(MOVED);
    const { action } = texts.changes.move;
    await clerk.tap(clerk.button(action).first(), dialog);
    const start = await dialog.getByLabel(texts.changes.start).inputValue();
    const moved = start.replace(/T.*/, 'T15:30');
    await clerk.enter(texts.changes.start, moved, moved.replaceAll(/\D/g, ''));
    await clerk.enter(staffPlaces.reason, day.reason);
    await clerk.send(action);
  });

  await clerk.task('a cancelled run', async () => {
    await openRun(day.cancelled);
    await clerk.tap(clerk.button(texts.cancelRun.action), dialog);
    await expect(dialog).toContainText(texts.cancelRun.affected.replace('{{number}}', '8'));
    await clerk.enter(staffPlaces.reason, day.reason);
    await clerk.enter(texts.id, new URL(clerk.page.url()).pathname.split('/').pop() ?? '');
    await clerk.send(texts.cancelRun.action);
    await expect(main.getByText(texts.runCancelled)).toBeVisible();
  });
}

async function helpPeople(clerk: Clerk, blocked: string, bounced: string): Promise<void> {
  const { staff, staffPeople: texts } = clerk.texts;
  const find = async (email: string, answer: Locator) => {
    await clerk.tap(clerk.menu(staff.pages.people), clerk.button(texts.search.submit));
    await clerk.enter(texts.search.label, email);
    await clerk.open(clerk.button(texts.search.submit), answer);
  };
  await clerk.task('a blocked user', async () => {
    const { open, done } = texts.actions.block;
    await find(blocked, clerk.button(open));
    await clerk.tap(clerk.button(open), clerk.dialog);
    await clerk.tap(clerk.sendButton(open), clerk.main.getByText(done));
  });
  await clerk.task('an email that bounced', () =>
    find(bounced, clerk.main.getByText(texts.mail.bounced)),
  );
}
