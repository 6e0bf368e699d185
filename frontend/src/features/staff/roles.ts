import type { StaffRole } from './api.ts';

/** Whether one of the needed roles is among these. An owner has all. */
export function hasRole(roles: readonly StaffRole[], needed: readonly StaffRole[]): boolean {
  return roles.includes('owner') || needed.some((role) => roles.includes(role));
}
