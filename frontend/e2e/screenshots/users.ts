import { test as base } from '../support/journey.ts';
import { readStack } from '../support/stack.ts';
import { createSignedInTeacher } from '../support/teachers.ts';
import { createSignedInUser, type SignedInUser } from '../support/users.ts';

interface ScreenshotUsers {
  student: SignedInUser;
  teacher: SignedInUser;
}

/** The users of all screenshots: a student without a photo, and a teacher with photo, CV and video. */
export const test = base.extend<object, ScreenshotUsers>({
  student: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the dependencies of a fixture from this pattern
    async ({}, provide) => {
      const student = await createSignedInUser({
        email: uniqueEmail('amina.benali'),
        phone2: '+21321234567',
      });
      await saveProfile(student, null);
      await provide(student);
    },
    { scope: 'worker' },
  ],
  teacher: [
    async ({ browser }, provide) => {
      const teacher = await createSignedInTeacher({
        fullname: 'Karim Haddad',
        email: uniqueEmail('karim.haddad'),
      });
      const page = await browser.newPage({
        viewport: { width: 400, height: 400 },
        deviceScaleFactor: 1,
        isMobile: false,
      });
      await page.setContent(PORTRAIT);
      const photo = await page.screenshot({ type: 'jpeg' });
      await page.close();
      await saveProfile(teacher, await uploadPhoto(photo));
      await provide(teacher);
    },
    { scope: 'worker' },
  ],
});

/** A drawn portrait that shows no real person. */
const PORTRAIT = `<body style="margin:0"><svg width="400" height="400" viewBox="0 0 100 100">
  <rect width="100" height="100" fill="#f2c48d"/>
  <path d="M8 100c0-26 16-36 42-36s42 10 42 36z" fill="#3f5d7d"/>
  <path d="M42 52h16v16a8 8 0 0 1-16 0z" fill="#a5673f"/>
  <circle cx="50" cy="40" r="19" fill="#b8774c"/>
  <path d="M30 40c-2-18 8-25 20-25s22 7 20 25c-3-6-5-11-8-13-8 3-17 3-24 0-3 2-5 7-8 13z" fill="#2b1a14"/>
</svg>`;

/** Returns a unique email address that is short enough to fit the screens. */
function uniqueEmail(name: string): string {
  return `${name}.${crypto.randomUUID().slice(0, 6)}@example.org`;
}

async function uploadPhoto(photo: Buffer): Promise<string> {
  const form = new FormData();
  form.append('image', new File([new Uint8Array(photo)], 'photo.jpg', { type: 'image/jpeg' }));
  const response = await request('POST', '/file/image', { body: form });
  return (response as { _id: string })._id;
}

/** Saves the photo, and the birthdate, which no registration has. */
async function saveProfile({ id, token }: SignedInUser, image: string | null): Promise<void> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const { teacher, ...profile } = (await request('GET', '/users/me', { headers })) as Profile;
  const teacherIds = teacher && {
    courses: teacher.courses.map(({ _id }) => _id),
    curriculum: teacher.curriculum._id,
    video: teacher.video._id,
  };
  const body = JSON.stringify({ ...profile, birthdate: '1994-04-16', image, teacher: teacherIds });
  await request('PUT', `/users/${id}`, { headers, body });
}

interface Profile {
  teacher: { courses: Reference[]; curriculum: Reference; video: Reference } | null;
}

interface Reference {
  _id: string;
}

async function request(method: string, path: string, options: RequestInit): Promise<unknown> {
  const response = await fetch(`${readStack().site}/api${path}`, { method, ...options });
  const text = await response.text();
  if (!response.ok) {
    throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
  }
  return (JSON.parse(text) as { data: unknown }).data;
}
