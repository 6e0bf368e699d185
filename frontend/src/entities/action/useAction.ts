import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { queryClient } from '#api/queryClient.ts';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { useSnackbar } from '#ui/snackbar/snackbarContext.ts';

interface ActionOptions<Input, Result> {
  onDone?: (result: Result, input: Input) => void;
  /** Shows the failure in place of the snackbar. `ignore` where the component shows the `error` of the action. */
  onFailed?: (failure: Error, input: Input) => void;
}

function useShowFailure(): (failure: Error) => void {
  const errorMessage = useErrorMessage();
  const { showError } = useSnackbar();
  return (failure) => {
    showError(errorMessage(failure));
  };
}

/** A request that changes something, when the user asks for it. The callbacks run also when the user has left the screen meanwhile. */
export function useAction<Input = void, Result = unknown>(
  act: (input: Input) => Promise<Result>,
  { onDone, onFailed }: ActionOptions<Input, Result> = {},
) {
  const showFailure = useShowFailure();
  return useMutation(
    {
      mutationFn: act,
      onError: onFailed ?? showFailure,
      ...(onDone && { onSuccess: onDone }),
    },
    queryClient,
  );
}

/**
 * An action that a dialog asks about first. The dialog stays open until the action has ended, well or not. It has closed when a callback
 * runs, which may move the focus: the button that opened it may be gone.
 */
export function useConfirmedAction<Input = void, Result = unknown>(
  act: (input: Input) => Promise<Result>,
  { onDone, onFailed }: ActionOptions<Input, Result> = {},
) {
  const showFailure = useShowFailure();
  const [isAsking, setIsAsking] = useState(false);
  /** What the dialog is about, also while it closes. */
  const [asked, setAsked] = useState<{ input: Input }>();
  const close = () => {
    flushSync(() => {
      setIsAsking(false);
    });
  };
  const action = useAction(act, {
    onDone: (result, input) => {
      close();
      onDone?.(result, input);
    },
    onFailed: (failure, input) => {
      close();
      (onFailed ?? showFailure)(failure, input);
    },
  });
  return {
    ask: (input: Input) => {
      setAsked({ input });
      setIsAsking(true);
    },
    asked: asked?.input,
    isPending: action.isPending,
    /** The props of the `ConfirmDialog`. */
    dialog: {
      open: isAsking,
      busy: action.isPending,
      onCancel: close,
      onConfirm: () => {
        if (asked) {
          action.mutate(asked.input);
        }
      },
    },
  };
}

/** For actions whose component shows the failure. */
export const ignore = (): void => undefined;
