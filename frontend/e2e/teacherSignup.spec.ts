import type { Page, Request } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { isolatedEmail } from '../src/i18n/isolate.ts';
import { expectAccessible } from './support/axe.ts';
import { CV, onDisk, videoOf } from './support/files.ts';
import { expect, test } from './support/journey.ts';
import { linkIn, nextMailTo } from './support/emails.ts';
import { entries, fieldsOf, press } from './support/signupForm.ts';
import { beginAsTeacher, fileButton, fileInput, goToFile, submit } from './support/teacherForm.ts';
import { only, variants, withoutFrench } from './support/variants.ts';
import { languages, words } from './support/translations.ts';

/** Four chunks. */
const LARGE = { seconds: 20, rate: '7M' };
const SMALL = { seconds: 2 };

const START = /\/api\/file\/video\/start-upload/;
const CHUNK = /\/api\/file\/video\/upload-chunk/;
const FINALIZE = /\/api\/file\/video\/finalize-upload/;
const DOCUMENT = /\/api\/file\/document/;
const REGISTER = /\/api\/users\/register/;

/** More than is waited before a part is sent again. */
const LONGEST_PAUSE_MS = 10_000;

/** The bytes of a part on their way to the storage. */
const isPut = (request: Request) => request.method() === 'PUT';
const partOf = (url: string) => new URL(url).searchParams.get('partNumber');

/** Every request that is made from now on, to count them. */
function watch(page: Page) {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  return {
    to: (path: RegExp) => requests.filter((request) => path.test(request.url())).length,
    parts: () => requests.filter(isPut).map((request) => partOf(request.url())),
    forget: () => {
      requests.length = 0;
    },
  };
}

for (const { language, tag } of variants('desktop')) {
  const { signup, upload, courses: courseWords } = words[language];

  test.describe(`signing up to teach in ${language}`, { tag }, () => {
    test('sends CV and video, and makes an account with them', async ({ page, visit }) => {
      test.slow();
      const values = entries();
      const requests = watch(page);
      await visit('/signup', { language });
      await beginAsTeacher(page, language, values);
      await expect(page.getByText(/3.*5|٣.*٥/).first()).toBeVisible();

      const next = page.getByRole('button', { name: signup.next, exact: true });
      await expect(next).toBeDisabled();
      const boxes = page.getByRole('checkbox');
      await boxes.nth(0).check();
      await boxes.nth(2).check();
      // A third pick is ignored.
      await boxes.nth(1).click();
      await expect(boxes.nth(1)).not.toBeChecked();
      await expect(
        page.getByText(
          courseWords.chosen.replace('{{taught, number}}', '2').replace('{{most, number}}', '2'),
        ),
      ).toBeVisible();
      await next.click();

      await expect(page.getByRole('heading', { name: signup.cv.title })).toBeFocused();
      await expect(next).toBeDisabled();
      await fileInput(page, language, 'cv').setInputFiles(CV);
      await expect(page.getByText(upload.cv_file_selected_successfully).last()).toBeVisible();
      await next.click();

      await fileInput(page, language, 'video').setInputFiles(await videoOf(LARGE));
      await expect(page.getByText(upload.video_selected_successfully).last()).toBeVisible();
      await submit(page, language);
      await expect(page).toHaveURL('/', { timeout: 60_000 });
      await expect(page.getByRole('status').filter({ hasText: values.email })).toHaveText(
        signup.user_created_successfully.replace('{{email}}', isolatedEmail(values.email)),
      );
      expect(requests.parts().sort()).toEqual(['1', '2', '3', '4']);

      const teacher = await teacherOf(page, values);
      expect(teacher.courses).toHaveLength(2);
      const video = await page.request.get(teacher.video.url);
      expect((await video.body()).equals(await readFile(await videoOf(LARGE)))).toBe(true);
      const cv = await page.request.get(teacher.curriculum.url);
      expect((await cv.body()).equals(CV.buffer)).toBe(true);
    });
  });
}

for (const { language, tag } of withoutFrench('phone')) {
  const { signup, upload, errors } = words[language];

  test.describe(`signing up to teach in ${language}`, { tag }, () => {
    test('takes no other files than it can', async ({ page, visit }) => {
      await visit('/signup', { language });
      await beginAsTeacher(page, language);
      await goToFile(page, language, 'cv');
      const alert = page.getByRole('alert').filter({ hasText: /./ });
      const choose = page.getByRole('button', { name: `${upload.choose}, ${upload.cv.label}` });
      for (const [name, size, code] of [
        ['cv.odt', 10, 'cv_file_type_wrong'],
        ['cv.pdf', 10, 'cv_file_type_wrong'],
        ['cv.pdf', 2 * 1024 * 1024 + 1, 'cv_file_too_large'],
      ] as const) {
        const buffer = Buffer.alloc(size);
        await fileInput(page, language, 'cv').setInputFiles({ name, mimeType: '', buffer });
        await expect(alert).toHaveText(errors[code]);
        await expect(choose).toHaveAccessibleDescription(errors[code]);
        await expect(page.getByRole('button', { name: signup.next, exact: true })).toBeDisabled();
      }
      await fileInput(page, language, 'cv').setInputFiles(CV);
      await expect(alert).toHaveCount(0);
      await press(page, signup.next);

      const video = fileInput(page, language, 'video');
      const buffer = Buffer.alloc(20 * 1024 * 1024 + 1);
      await video.setInputFiles({ name: 'large.mp4', mimeType: 'video/mp4', buffer });
      await expect(alert).toHaveText(errors.video_too_large);
      await video.setInputFiles(await videoOf({ seconds: 121 }));
      await expect(alert).toHaveText(errors.video_longer_than_2_minutes);
      await video.setInputFiles(await videoOf(SMALL));
      await expect(alert).toHaveCount(0);
      await fileButton(page, language, 'remove').click();
      await expect(
        page.getByRole('button', { name: `${upload.choose}, ${upload.video.label}` }),
      ).toBeFocused();
    });
  });
}

test.describe('a video on its way', () => {
  // What is broken off and refused on purpose.
  test.use({ expectedMessages: /Failed to load resource|ERR_|CORS/ });
  test.slow();

  const survives = 'survives parts that are broken off and addresses that are refused';

  test(survives, { tag: only('phone') }, async ({ page, visit }) => {
    const requests = watch(page);
    const faults = [
      (part: string | null) => part === '2' && 'break off',
      (part: string | null) => part === '2' && 'refuse',
      (part: string | null) => part === '4' && 'break off',
    ];
    await page.route(isPartAddress, (route) => {
      const part = partOf(route.request().url());
      const index = faults.findIndex((fault) => fault(part));
      const [fault] = index === -1 ? [] : faults.splice(index, 1);
      return fault?.(part) === 'refuse'
        ? route.fulfill({ status: 403, headers: { 'Access-Control-Allow-Origin': '*' } })
        : fault
          ? route.abort()
          : route.continue();
    });
    await visit('/signup');
    await beginAsTeacher(page, 'en');
    await goToFile(page, 'en', 'video');
    await fileInput(page, 'en', 'video').setInputFiles(await videoOf(LARGE));
    await submit(page, 'en');
    await expect(page).toHaveURL('/', { timeout: 60_000 });
    expect(faults).toEqual([]);
    expect(requests.parts().filter((part) => part === '2')).toHaveLength(3);
    expect(requests.parts().filter((part) => part === '4')).toHaveLength(2);
    expect(requests.parts()).toHaveLength(7);
    // Each attempt has an address of its own.
    expect(requests.to(CHUNK)).toBe(7);
  });

  const goneOnWith = 'that cannot be sent leads to the first step, and is gone on with later';

  test(goneOnWith, { tag: only('desktop') }, async ({ page, visit }) => {
    const values = entries();
    const { errors, signup } = words.en;
    const requests = watch(page);
    await page.route(isPartAddress, (route) =>
      partOf(route.request().url()) === '3' ? route.abort() : route.continue(),
    );
    await visit('/signup');
    await beginAsTeacher(page, 'en', values);
    await goToFile(page, 'en', 'video');
    await fileInput(page, 'en', 'video').setInputFiles(await videoOf(LARGE));
    await submit(page, 'en');
    await expect(
      page.getByRole('alert').filter({ hasText: errors.service_unavailable }),
    ).toBeVisible({ timeout: 30_000 });
    expect(requests.parts().filter((part) => part === '3')).toHaveLength(3);
    const fields = fieldsOf(page, 'en');
    await expect(fields.password).toHaveValue(values.password);
    await expect(fields.city).toHaveValue(values.city);

    await page.unroute(isPartAddress);
    requests.forget();
    for (const heading of [
      signup.occupation.question,
      signup.courses.title,
      signup.cv.title,
      signup.video.title,
    ]) {
      await press(page, signup.next);
      await expect(page.getByRole('heading', { name: heading })).toBeFocused();
    }
    await expect(page.getByText('20s-7M.mp4', { exact: true })).toBeVisible();
    await submit(page, 'en');
    await expect(page).toHaveURL('/', { timeout: 60_000 });
    expect(requests.parts()).toEqual(['3']);
    expect([requests.to(DOCUMENT), requests.to(START)]).toEqual([0, 0]);
  });

  test(
    'pauses, goes on, and can be called off',
    { tag: only('phone') },
    async ({ page, visit }) => {
      const { signup, upload } = words.en;
      const requests = watch(page);
      const gate = await holdParts(page, ['2', '3', '4']);
      await page.clock.install();
      await visit('/signup');
      await beginAsTeacher(page, 'en');
      await goToFile(page, 'en', 'video');
      await fileInput(page, 'en', 'video').setInputFiles(await videoOf(LARGE));
      const last = beginOf(page, '4');
      await submit(page, 'en');

      // Three are sent at once, so the last one begins when the first has arrived: a pause gives up what is on its way.
      await last;
      const progress = page.getByRole('progressbar', { name: /20s-7M\.mp4/ });
      await expect(progress).toHaveAttribute('aria-valuenow', '30');
      const aborted = Promise.all(['2', '3', '4'].map((part) => abortOf(page, part)));
      await fileButton(page, 'en', 'pause').press('Enter');
      await expect(
        page.getByText(upload.status.paused.replace('{{share}}', '30%')).last(),
      ).toBeVisible();
      await expect(fileButton(page, 'en', 'resume')).toBeFocused();
      await aborted;
      gate.open();
      const before = requests.parts().length;
      // Whatever would go on by itself does after a pause, and no pause is longer.
      await page.clock.runFor(LONGEST_PAUSE_MS);
      expect(requests.parts()).toHaveLength(before);

      const second = await holdParts(page, ['4']);
      await fileButton(page, 'en', 'resume').press('Enter');
      await expect.poll(() => requests.parts().slice(before).sort()).toEqual(['2', '3', '4']);
      await fileButton(page, 'en', 'cancel').press('Enter');
      second.open();
      await expect(page.getByRole('heading', { name: signup.video.title })).toBeFocused();
      expect(requests.to(REGISTER)).toBe(0);

      await fileButton(page, 'en', 'remove').click();
      await submit(page, 'en');
      await expect(page).toHaveURL('/', { timeout: 60_000 });
      expect(requests.to(DOCUMENT)).toBe(1);
    },
  );

  test(
    'waits for the connection, and goes on by itself',
    { tag: only('desktop') },
    async ({ page, visit, context }) => {
      const { upload } = words.en;
      const gate = await holdParts(page, ['3', '4']);
      await visit('/signup');
      await beginAsTeacher(page, 'en');
      await goToFile(page, 'en', 'video');
      await fileInput(page, 'en', 'video').setInputFiles(await videoOf(LARGE));
      await submit(page, 'en');
      await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '60');
      await context.setOffline(true);
      await expect(page.getByText(upload.status.offline).last()).toBeVisible();
      gate.open();
      await context.setOffline(false);
      await expect(page).toHaveURL('/', { timeout: 60_000 });
    },
  );

  test(
    'is judged by its content, whatever it is called',
    { tag: only('desktop') },
    async ({ page, visit }) => {
      const { errors, signup } = words.en;
      await visit('/signup');
      await beginAsTeacher(page, 'en');
      await goToFile(page, 'en', 'video');
      const buffer = Buffer.from('MZ This is a program.');
      await fileInput(page, 'en', 'video').setInputFiles({
        name: 'me.mp4',
        mimeType: 'video/mp4',
        buffer,
      });
      await submit(page, 'en');
      await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText(
        errors.video_type_wrong,
      );
      for (let step = 0; step < 4; step++) {
        await press(page, signup.next);
      }
      await expect(page.getByText(/me\.mp4/).last()).toBeVisible();
      await fileInput(page, 'en', 'video').setInputFiles(await videoOf(SMALL));
      await submit(page, 'en');
      await expect(page).toHaveURL('/', { timeout: 60_000 });
    },
  );

  test(
    'is asked about before it is left, and given up then',
    { tag: only('phone') },
    async ({ page, visit }) => {
      const { common, signup } = words.en;
      const requests = watch(page);
      const gate = await holdParts(page, ['4']);
      await page.clock.install();
      await visit('/signup');
      await beginAsTeacher(page, 'en');
      await goToFile(page, 'en', 'video');
      await fileInput(page, 'en', 'video').setInputFiles(await videoOf(LARGE));
      const last = beginOf(page, '4');
      await submit(page, 'en');
      await last;
      await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', /[1-9]/);
      const aborted = abortOf(page, '4');
      await page.getByRole('main').getByRole('link', { name: signup.login }).click();
      const question = page.getByRole('alertdialog', { name: common.unsaved.title });
      await question.getByRole('button', { name: common.unsaved.leave, exact: true }).click();
      await expect(page).toHaveURL('/login');
      await aborted;
      gate.open();
      await page.clock.runFor(LONGEST_PAUSE_MS);
      expect([requests.to(FINALIZE), requests.to(REGISTER)]).toEqual([0, 0]);
    },
  );
});

test('a slow line shows how far it has come', { tag: only('desktop') }, async ({ page, visit }) => {
  test.slow();
  // Before the first request: one that is on its way while the conditions change can hang.
  const network = await page.context().newCDPSession(page);
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20,
    downloadThroughput: -1,
    uploadThroughput: 2 * 1024 * 1024,
  });
  await visit('/signup');
  await beginAsTeacher(page, 'en');
  await goToFile(page, 'en', 'video');
  await fileInput(page, 'en', 'video').setInputFiles(await videoOf(LARGE));
  const seen = page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const values = new Set<number>();
        const timer = setInterval(() => {
          const bar = document.querySelector('[role=progressbar][aria-label*="mp4"]');
          if (bar) {
            values.add(Number(bar.getAttribute('aria-valuenow')));
          } else if (values.size > 0) {
            clearInterval(timer);
            resolve([...values]);
          }
        }, 20);
      }),
  );
  await submit(page, 'en');
  const values = await seen;
  expect(values.length).toBeGreaterThan(8);
  expect(values).toEqual([...values].sort((a, b) => a - b));
  expect(values.at(-1)).toBe(100);
  await expect(page).toHaveURL('/', { timeout: 60_000 });
});

test('a file can be dropped', { tag: only('desktop') }, async ({ page, visit }) => {
  const { signup, upload, errors } = words.en;
  await visit('/signup');
  await beginAsTeacher(page, 'en');
  await goToFile(page, 'en', 'cv');
  const browser = await page.context().newCDPSession(page);
  const drop = async (name: string) => {
    const zone = await page.getByText(upload.drop).boundingBox();
    const place = { x: zone?.x ?? 0, y: zone?.y ?? 0 };
    const data = { items: [], files: [await onDisk({ ...CV, name })], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await browser.send('Input.dispatchDragEvent', { type, ...place, data });
    }
  };
  await drop('cv.txt');
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText(
    errors.cv_file_type_wrong,
  );
  await drop('cv.pdf');
  await expect(page.getByRole('status').filter({ hasText: 'cv.pdf' })).toHaveText(
    new RegExp(upload.cv_file_selected_successfully),
  );
  await expect(page.getByRole('button', { name: signup.next, exact: true })).toBeEnabled();
});

test(
  'teaching is signed up for by keyboard alone',
  { tag: only('desktop') },
  async ({ page, visit }) => {
    test.slow();
    const { signup, upload } = words.en;
    const { keyboard } = page;
    const tabTo = async (name: string | RegExp) => {
      const target = page.getByRole('button', { name }).or(page.getByRole('checkbox', { name }));
      for (let presses = 0; presses < 40; presses++) {
        await keyboard.press('Tab');
        if (await target.evaluate((element) => element === document.activeElement)) {
          return;
        }
      }
      throw new Error(`Tab does not reach ${String(name)}.`);
    };
    const choose = async (
      label: string,
      file: Parameters<ReturnType<typeof fileInput>['setInputFiles']>[0],
    ) => {
      await tabTo(`${upload.choose}, ${label}`);
      const chooser = page.waitForEvent('filechooser');
      await keyboard.press('Enter');
      await (await chooser).setFiles(file);
    };
    // Playwright catches choosers from a moment after the first listener: this one is early enough.
    page.on('filechooser', () => undefined);
    await visit('/signup');
    await beginAsTeacher(page, 'en');
    await tabTo('Public Speaking');
    await keyboard.press('Space');
    await tabTo(signup.next);
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: signup.cv.title })).toBeFocused();
    await choose(upload.cv.label, CV);
    await tabTo(/^Remove/);
    await tabTo(signup.next);
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: signup.video.title })).toBeFocused();
    await choose(upload.video.label, await videoOf(SMALL));
    await tabTo(/^Remove/);
    await tabTo(signup.submit);
    await keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible();
    await tabTo(signup.terms.agree);
    await keyboard.press('Space');
    await tabTo(signup.terms.ok);
    await keyboard.press('Enter');
    await expect(page).toHaveURL('/', { timeout: 60_000 });
  },
);

const reload = 'a reload keeps the courses, and says that it cannot keep files';

test(reload, { tag: only('phone') }, async ({ page, visit }) => {
  const values = entries();
  const { signup } = words.en;
  page.on('dialog', (dialog) => void dialog.accept());
  await visit('/signup');
  await beginAsTeacher(page, 'en', values);
  await goToFile(page, 'en', 'video');
  await page.reload();
  await expect(page.getByText(signup.restoredWithoutFiles)).toBeVisible();
  const fields = fieldsOf(page, 'en');
  await fields.password.fill(values.password);
  await fields.confirmation.fill(values.confirmation);
  await press(page, signup.next);
  await press(page, signup.next);
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1);
  await press(page, signup.next);
  await expect(page.getByRole('heading', { name: signup.cv.title })).toBeFocused();
  await expect(page.getByRole('button', { name: signup.next, exact: true })).toBeDisabled();
  await expect(page.getByText(signup.restoredWithoutFiles)).toBeHidden();
  await expect(page.getByText(signup.withoutFiles)).toBeVisible();
  await fileInput(page, 'en', 'cv').setInputFiles(CV);
  await expect(page.getByText(signup.withoutFiles)).toBeHidden();
});

for (const { language, tag } of withoutFrench('phone')) {
  test(`no step of a teacher has violations (${language})`, { tag }, async ({ page, visit }) => {
    test.slow();
    const { signup } = words[language];
    const gate = await holdParts(page, ['1']);
    await visit('/signup', { language });
    await beginAsTeacher(page, language);
    await test.step('the courses', async () => {
      await page.getByRole('checkbox').first().check();
      await expectAccessible(page);
      await press(page, signup.next);
    });
    const cv = fileInput(page, language, 'cv');
    await test.step('a CV that is refused', async () => {
      await cv.setInputFiles({ ...CV, name: 'cv.txt' });
      await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
      await expectAccessible(page);
    });
    await test.step('a CV', async () => {
      await cv.setInputFiles(CV);
      await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
      await expectAccessible(page);
      await press(page, signup.next);
    });
    await test.step('a video on its way', async () => {
      await fileInput(page, language, 'video').setInputFiles(await videoOf(SMALL));
      await submit(page, language);
      await expect(page.getByRole('progressbar')).toBeVisible();
      await expectAccessible(page);
    });
    gate.open();
    await expect(page).toHaveURL('/', { timeout: 60_000 });
  });
}

test('nothing is cut off on a narrow screen', { tag: only('phone') }, async ({ page, visit }) => {
  test.slow();
  await page.setViewportSize({ width: 320, height: 640 });
  const overflow = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  for (const language of languages) {
    const { signup } = words[language];
    await page.addInitScript((code) => {
      localStorage.setItem('i18nextLng', code);
      sessionStorage.removeItem('signupDraft');
    }, language);
    await visit('/signup', { language });
    await beginAsTeacher(page, language);
    await page.getByRole('checkbox').first().check();
    expect(await overflow()).toBe(0);
    await press(page, signup.next);
    await fileInput(page, language, 'cv').setInputFiles({
      ...CV,
      name: `${'long-name-'.repeat(9)}.pdf`,
    });
    expect(await overflow()).toBe(0);
    await press(page, signup.next);
    await expect(page.getByRole('heading', { name: signup.video.title })).toBeFocused();
    expect(await overflow()).toBe(0);
    page.once('dialog', (dialog) => void dialog.accept());
  }
});

function isPartAddress(url: URL): boolean {
  return url.searchParams.has('partNumber');
}

/** The moment at which the app begins to send a part. */
function beginOf(page: Page, part: string): Promise<Request> {
  return page.waitForRequest((request) => isPut(request) && partOf(request.url()) === part);
}

/** The moment at which the app calls the sending of a part off. */
function abortOf(page: Page, part: string): Promise<Request> {
  return page.waitForEvent(
    'requestfailed',
    (request) => isPut(request) && partOf(request.url()) === part,
  );
}

/** Lets the sending of parts begin and not end, until they may. */
async function holdParts(page: Page, parts: string[]) {
  let open: () => void = () => undefined;
  const isOpen = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route(isPartAddress, async (route) => {
    if (parts.includes(partOf(route.request().url()) ?? '')) {
      await isOpen;
    }
    // Meanwhile it may have been called off.
    await route.continue().catch(() => undefined);
  });
  return { open };
}

/** What the account of the person has, after the link in the mail was followed. */
async function teacherOf(page: Page, { email, password }: { email: string; password: string }) {
  const token = linkIn(await nextMailTo(email)).split('token=')[1];
  await page.request.post('/api/users/verify-email', { data: { token } });
  const login = await page.request.post('/api/users/login', { data: { email, password } });
  const { data } = (await login.json()) as {
    data: {
      teacher: { courses: object[]; curriculum: { url: string }; video: { url: string } };
    };
  };
  return data.teacher;
}
