import { Component, type ReactNode } from 'react';
import { CrashScreen } from './screens/CrashScreen.tsx';

/** Shows an error screen with links when rendering fails. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <CrashScreen /> : this.props.children;
  }
}
