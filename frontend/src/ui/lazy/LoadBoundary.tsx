import { Component, type ComponentType, type ReactNode } from 'react';
import { FocusOnMount } from './FocusOnMount.tsx';

/** A part of the app could not be fetched. */
export class NotFetched extends Error {}

export interface NotFetchedProps {
  /** How often it was tried again. */
  retries: number;
  /** In a transition, what says that it failed stays in sight until it is known how it ends. */
  onRetry: () => void;
}

interface RetryBoundaryProps {
  Failed: ComponentType<NotFetchedProps>;
  landing: string;
  /** Told before the children are rendered again. */
  onRetry: () => void;
  children: ReactNode;
}

interface State {
  failure: Error | undefined;
  retries: number;
}

/** Shows something that can be acted on in the place of what could not be fetched. Other failures are not its business. */
export class LoadBoundary extends Component<RetryBoundaryProps, State> {
  override state: State = { failure: undefined, retries: 0 };

  static getDerivedStateFromError(failure: Error): Partial<State> {
    return { failure };
  }

  readonly #retry = (): void => {
    this.props.onRetry();
    this.setState(({ retries }) => ({ failure: undefined, retries: retries + 1 }));
  };

  override render() {
    const { Failed, landing, children } = this.props;
    const { failure, retries } = this.state;
    if (failure === undefined) {
      return (
        <>
          {children}
          {retries > 0 && <FocusOnMount selector={landing} />}
        </>
      );
    }
    if (!(failure instanceof NotFetched)) {
      throw failure;
    }
    return <Failed onRetry={this.#retry} retries={retries} />;
  }
}
