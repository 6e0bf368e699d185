import { tabTo } from './support/focus.ts';
import { expect, test } from './support/journey.ts';
import { requestPlace } from './support/places.ts';
import { openAsStaff } from './support/staffMember.ts';
import { createSignedInTeacher } from './support/teachers.ts';
import { translations } from './support/translations.ts';
import { createSignedInUser } from './support/users.ts';

/** No other journey asks for this course. */
const COURSE = 'laboratory-quality';

const { myCourses, staff, staffPlaces } = translations.en;
const { offer } = staffPlaces.decisions;

// Phones have no keyboard, and the structure is the same in all languages.
test(
  'a clerk decides requests with the keyboard only',
  { tag: '@desktop' },
  async ({ browser }) => {
    for (const fullname of ['Amina Haddad', 'Karim Haddad']) {
      await requestPlace(await createSignedInUser({ fullname }), COURSE);
    }
    await createSignedInTeacher();
    const page = await openAsStaff(browser, 'en', '/staff');
    const { keyboard } = page;
    const main = page.getByRole('main');
    const heading = page.getByRole('heading', { level: 1 });
    const follow = async (name: string) => {
      await tabTo(page, page.getByRole('link', { name, exact: true }));
      await keyboard.press('Enter');
    };

    await test.step('today says what waits, and leads to it', async () => {
      await expect(main).toMatchAriaSnapshot(`
      - main:
        - heading "Today" [level=1]
        - list:
          - listitem:
            - link /\\d+ (teacher’s application waits|teachers’ applications wait) for a decision/
          - listitem:
            - link /\\d+ requests? waits? for a decision Oldest:/
          - listitem:
            - link /\\d+ (person on a|people on) waiting lists?/
          - listitem:
            - link /\\d+ reserved places? (is|are) not paid yet/
          - listitem:
            - link /\\d+ proofs? of payment waits? for a decision/
          - listitem:
            - link /\\d+ places? (has|have) money to pay back/
    `);
      await follow(staff.pages.applications);
      await expect(heading).toBeFocused();
      await expect(main).toMatchAriaSnapshot(`
      - main:
        - heading "Applications" [level=1]
        - combobox "State":
          - option "Undecided" [selected]
        - combobox "Course":
          - option "All courses" [selected]
        - table "Applications":
          - rowgroup:
            - row "Name Courses Country Signed up"
          - rowgroup:
            - row:
              - cell:
                - link
              - cell /Project Management/
              - cell "Algeria"
              - cell
    `);
    });

    await test.step('opens a request from its run', async () => {
      await follow(staff.pages.runs);
      await expect(heading).toHaveText(staff.pages.runs);
      await tabTo(page, main.locator(`a[href*="/${COURSE}/"]`).last());
      await keyboard.press('Enter');
      const waiting = main.getByRole('row').filter({ hasText: myCourses.states.requested });
      await tabTo(page, waiting.first().getByRole('link'));
      await keyboard.press('Enter');
      await expect(page).toHaveURL(/staff\/places/);
      await expect(heading).toBeFocused();
      await expect(heading).toHaveText(/Haddad/);
      await expect(main).toMatchAriaSnapshot(`
      - main:
        - link "All places"
        - link "Next (J)"
        - heading /(Amina|Karim) Haddad/ [level=1]
        - text: Waiting for an answer
        - region "Decide":
          - heading "Decide" [level=2]
          - button "Offer the place"
          - button "Give without payment"
          - button "Decline"
        - region "Money"
        - region "History"
    `);
    });

    await test.step('offers the place, and goes on to the next', async () => {
      await tabTo(page, main.getByRole('button', { name: offer.action }));
      await keyboard.press('Enter');
      const send = page.getByRole('dialog').getByRole('button', { name: offer.action });
      await tabTo(page, send);
      await keyboard.press('Enter');
      const next = main.getByRole('link', { name: staff.next });
      await expect(next).toBeFocused();
      const first = page.url();
      await keyboard.press('Enter');
      await expect(page).not.toHaveURL(first);
      await expect(heading).toBeFocused();
      await keyboard.press('k');
      await expect(page).toHaveURL(first);
      await expect(main).toContainText(myCourses.states.offered);
    });
  },
);
