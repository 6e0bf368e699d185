import { login, type Credentials } from '#entities/session/api/login.ts';
import { updateUser } from '#entities/user/api/updateUser.ts';
import type { ProfileFields } from '#entities/user/profileFields.ts';
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
  // An empty optional number in the sign-up form does not delete the stored one.
  const phone2 = fields.phone2 || (data.phone2 ?? '');
  return { token, ...(await updateUser(data, { ...fields, phone2 }, { lang, token })) };
}
