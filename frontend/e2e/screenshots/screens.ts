import { accountScreens } from './screens/accountScreens.ts';
import { profileScreens } from './screens/profileScreens.ts';
import { publicScreens } from './screens/publicScreens.ts';
import type { Screen } from './screens/screen.ts';
import { settingsScreens } from './screens/settingsScreens.ts';
import { signedInScreens } from './screens/signedInScreens.ts';
import { signupScreens } from './screens/signupScreens.ts';

/** Every screen that `npm run screenshots` captures. */
export const screens: Screen[] = [
  ...publicScreens,
  ...accountScreens,
  ...signupScreens,
  ...signedInScreens,
  ...settingsScreens,
  ...profileScreens,
];
