import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ACCESS_TOKEN_KEY } from '#api/accessToken.ts';
import { serviceAreas, type ServiceArea } from '#entities/service-area/serviceAreas.ts';
import { languages, type LanguageCode } from '#i18n/languages.ts';
import about from '#locales/en/about.json';
import services from '#locales/en/services.json';
import { dataResponse, mockApi } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { AboutScreen } from './AboutScreen.tsx';

const open = (area: ServiceArea, language: LanguageCode = 'en') =>
  openScreen(() => <AboutScreen area={area} />, {
    path: `/about/${area}`,
    language,
    namespaces: ['about', 'services'],
  });

const links = () =>
  screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);

describe.each(serviceAreas)('the about page of %s', (area) => {
  it.each(languages)(
    'has its sections in $ownName, and no gap in the headings',
    async ({ code }) => {
      await open(area, code);
      const levels = screen.getAllByRole('heading').map(({ tagName }) => Number(tagName.slice(1)));
      expect(levels.filter((level) => level === 2)).toHaveLength(6);
      for (const [index, level] of levels.entries()) {
        expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
      }
    },
  );

  it('explains the service', async () => {
    await open(area);
    const { audience, steps, example, questions } = services.areas[area];
    const texts = [...Object.values(audience), example];
    for (const { title, text } of Object.values(steps)) {
      texts.push(title, text);
    }
    for (const { question, answer } of Object.values(questions)) {
      texts.push(question, answer);
    }
    for (const text of texts) {
      expect(screen.getByText(text)).toBeInTheDocument();
    }
  });
});

describe('the about page', () => {
  it('invites a visitor to sign up', async () => {
    await open('consulting');
    expect(screen.getByText(about.status.visitor.soon)).toBeVisible();
    expect(links()).toEqual([
      [about.signup, '/signup'],
      [about.tellMe, '/login'],
      [services.titles.more, '/faq'],
    ]);
  });

  it('brings a visitor who logs in to wait for the service back', async () => {
    await open('consulting');
    fireEvent.click(screen.getByRole('link', { name: about.tellMe }));
    expect(window.location.pathname).toBe('/login');
    expect(window.history.state).toMatchObject({ usr: { from: '/about/consulting' } });
  });

  it('lets a signed-in user wait for a service that is not open', async () => {
    mockApi({ 'GET /users/me': dataResponse({}) });
    localStorage.setItem(ACCESS_TOKEN_KEY, 'token');
    await open('consulting');
    const name = 'Tell me when it opens: Consulting';
    expect(await screen.findByRole('button', { name })).toBeVisible();
  });

  it('has nothing to wait for on the page of the open service', async () => {
    await open('courses');
    expect(screen.queryByText(about.tellMe)).toBeNull();
  });

  it('does not speak to a signed-in user as to a visitor', async () => {
    mockApi({ 'GET /users/me': dataResponse({}) });
    localStorage.setItem(ACCESS_TOKEN_KEY, 'token');
    await open('consulting');
    expect(screen.getByText(about.status.signedIn.soon)).toBeVisible();
    expect(links()).toEqual([
      [about.courses, '/courses'],
      [services.titles.more, '/faq'],
    ]);
  });

  it('tells what works today and what will', async () => {
    await open('courses');
    const title = services.titles.steps.open;
    const steps = screen.getByRole('heading', { name: title }).closest('section');
    expect(within(steps ?? document.body).getAllByRole('listitem')).toHaveLength(3);
    expect(screen.queryByText(services.titles.steps.soon)).toBeNull();
  });
});
