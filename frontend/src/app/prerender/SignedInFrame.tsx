import { SessionLoading } from '../shell/SessionLoading.tsx';
import { Frame } from '../shell/Frame.tsx';
import { SignedInBarFrame } from '../shell/SignedInBarFrame.tsx';

/** What a signed-in user sees of a screen that is about the user, before the user is known. */
export function SignedInFrame() {
  return (
    <Frame bar={<SignedInBarFrame />}>
      <SessionLoading />
    </Frame>
  );
}
