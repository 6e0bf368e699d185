import { useEffect, useState } from 'react';
import type { components } from '#api/schema.d.ts';
import type { Course } from './api.ts';

export type RunSession = components['schemas']['CourseSessions'][number];

/** How long before its start a session can be joined. The server decides, by its own clock. */
const JOINED_BEFORE_MS = 15 * 60_000;

/** How often what depends on the time is shown again. */
const TICK_MS = 15_000;

/** The present time, in milliseconds, as it goes by. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
    }, TICK_MS);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return now;
}

/** The session that takes place now, or else the next one. */
export function nextSession(
  sessions: readonly RunSession[] | undefined,
  now: number,
): RunSession | undefined {
  return sessions
    ?.filter(({ endsAt, cancelled }) => !cancelled && Date.parse(endsAt) > now)
    .sort((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt))[0];
}

/** From when a session can be joined, in milliseconds. */
export function opensAt({ startsAt }: RunSession): number {
  return Date.parse(startsAt) - JOINED_BEFORE_MS;
}

export function isJoinable(session: RunSession, now: number): boolean {
  return opensAt(session) <= now && now < Date.parse(session.endsAt);
}

export function joinPath(course: string, run: string, number: number): string {
  return `/join/${course}/${run}/${number}`;
}

/** The courses of which a run starts on the day or later, by the next start. */
export function startingFirst(courses: readonly Course[], day: string): Course[] {
  return courses
    .filter(({ nextStart = '' }) => nextStart >= day)
    .sort((one, other) => (one.nextStart ?? '').localeCompare(other.nextStart ?? ''));
}
