import { describe, expect, it } from 'vitest';
import { followedLink } from './followedLink.ts';

/** Clicks the text of a link, and returns the link if the click follows it. */
function click(attributes: Record<string, string>, init: MouseEventInit = {}) {
  const link = document.createElement('a');
  for (const [name, value] of Object.entries(attributes)) {
    link.setAttribute(name, value);
  }
  const text = document.createElement('span');
  link.append(text);
  document.body.append(link);
  let followed: HTMLAnchorElement | undefined;
  const listener = (event: MouseEvent) => {
    followed = followedLink(event);
    event.preventDefault();
  };
  document.body.addEventListener('click', listener);
  text.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }));
  document.body.removeEventListener('click', listener);
  return followed === link;
}

describe('a click on a link', () => {
  it.each([
    [{ href: '/faq' }],
    [{ href: '/faq', target: '_self' }],
    [{ href: `${window.location.origin}/faq?a=1#b` }],
  ])('follows %j in this tab', (attributes) => {
    expect(click(attributes)).toBe(true);
  });

  it.each([
    [{}],
    [{ href: '#below' }],
    [{ href: '/?q=a' }],
    [{ href: 'https://elsewhere.example/faq' }],
    [{ href: '/faq', target: '_blank' }],
    [{ href: '/course.ics', download: 'course.ics' }],
  ])('opens no other screen with %j', (attributes) => {
    expect(click(attributes)).toBe(false);
  });

  it.each([
    [{ button: 1 }],
    [{ metaKey: true }],
    [{ ctrlKey: true }],
    [{ shiftKey: true }],
    [{ altKey: true }],
  ])('with %j is for another tab or a menu', (init) => {
    expect(click({ href: '/faq' }, init)).toBe(false);
  });
});

it('finds no link where there is none', () => {
  let followed: unknown = 'not called';
  document.body.addEventListener(
    'click',
    (event) => {
      followed = followedLink(event);
    },
    { once: true },
  );
  document.body.click();
  expect(followed).toBeUndefined();
});
