import { client, wholeAnswerOf } from '#api/client.ts';
import type { LanguageCode } from '#i18n/languages.ts';
import type { CurrentUser } from '#entities/user/currentUser.ts';
import { updateUser, type ProfileFields } from '#entities/user/api/updateUser.ts';

interface SignedIn extends CurrentUser {
  token: string;
}

/** For who has an account already: signs in with what was entered, and replaces the profile by it (contract, double readings). */
export async function updateInstead(
  lang: LanguageCode,
  credentials: { email: string; password: string },
  fields: ProfileFields,
): Promise<SignedIn> {
  const call = client.POST('/users/login', { params: { query: { lang } }, body: credentials });
  const { token, data } = (await wholeAnswerOf(call)).body;
  // Who leaves out the optional number does not ask for it to be deleted.
  const phone2 = fields.phone2 || (data.phone2 ?? '');
  return { token, ...(await updateUser(data, { ...fields, phone2 }, { lang, token })) };
}
