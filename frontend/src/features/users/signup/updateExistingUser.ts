import { login, type Credentials } from '#entities/session/api/login.ts';
import { updateUser } from '#entities/user/api/updateUser.ts';
import { optionalFields, type ProfileFields } from '#entities/user/profileFields.ts';
import type { CurrentUser } from '#entities/user/user.ts';
import type { LanguageCode } from '#i18n/languages.ts';

interface SignedIn extends CurrentUser {
  token: string;
}

/**
 * Signs in a user who tried to sign up again, and replaces the profile by what the form contains (contract, double readings). The
 * token is not stored.
 */
export async function updateExistingUser(
  lang: LanguageCode,
  credentials: Credentials,
  fields: ProfileFields,
): Promise<SignedIn> {
  const { token, data } = await login(lang, credentials);
  // An optional field that is empty in the sign-up form, or not part of it, does not delete the stored one.
  const kept = optionalFields(fields, (value, name) => value || (data[name] ?? ''));
  return { token, ...(await updateUser(data, { ...fields, ...kept }, { lang, token })) };
}
