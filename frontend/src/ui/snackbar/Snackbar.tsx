import { useEffect, useEffectEvent, useRef, useState, useReducer } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { BreakableText } from '../BreakableText.tsx';
import type { Elements } from '../elements.ts';
import { Icon } from '../Icon.tsx';
import { IconButton } from '../Button.tsx';
import { useIsHydrated } from '../browserState.ts';
import { type SnackbarMessage, SnackbarContext } from './snackbarContext.ts';
import styles from './Snackbar.module.css';

interface SnackbarProps {
  /** Distinguishes messages with the same text, so that each is announced. */
  id: number;
  message: SnackbarMessage | null;
  onClose: () => void;
}

/** The current message, above everything else. */
function Snackbar(props: SnackbarProps) {
  return useIsHydrated() && createPortal(<Region {...props} />, document.body);
}

/**
 * Errors are alerts, which screen readers announce when they appear. Successes appear in a live region that is
 * always rendered, because only changes of a known region are announced.
 */
function Region({ id, message, onClose }: SnackbarProps) {
  const bar = message && <Bar key={id} message={message} onClose={onClose} />;
  const isError = message?.severity === 'error';
  return (
    // MUI's dialogs and drawers hide their siblings from screen readers, but for elements that must not have aria-hidden, such as this one.
    <slot className={styles.region}>
      <div role="status">{!isError && bar}</div>
      {isError && <div role="alert">{bar}</div>}
    </slot>
  );
}

/** The timer restarts after the pointer or the focus leaves the message. Closing it returns the focus to where it was. */
function Bar({ message, onClose }: { message: SnackbarMessage; onClose: () => void }) {
  const { t } = useTranslation();
  const [isHovered, setIsHovered] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const focusedBefore = useRef<HTMLElement>(null);
  const isTimerStopped = isHovered || hasFocus;
  const close = useEffectEvent(onClose);

  useEffect(() => {
    if (isTimerStopped) {
      return;
    }
    const timer = setTimeout(() => {
      close();
    }, message.duration);
    return () => {
      clearTimeout(timer);
    };
  }, [isTimerStopped, message.duration]);

  return (
    <div
      className={styles.message}
      data-severity={message.severity}
      onBlur={() => {
        setHasFocus(false);
      }}
      onFocus={({ relatedTarget }) => {
        if (relatedTarget) {
          focusedBefore.current = relatedTarget as HTMLElement;
        }
        setHasFocus(true);
      }}
      onPointerEnter={() => {
        setIsHovered(true);
      }}
      onPointerLeave={() => {
        setIsHovered(false);
      }}
      role="presentation"
    >
      <Icon name={message.severity === 'error' ? 'warning' : 'check'} />
      <span className={styles.text}>
        <BreakableText text={message.text} />
      </span>
      <IconButton
        icon="close"
        label={t('close')}
        onClick={() => {
          focusedBefore.current?.focus({ preventScroll: true });
          onClose();
        }}
        onMouseDown={(event) => {
          // A pointer does not move the focus. Otherwise, the keyboard of a phone would close and open again.
          event.preventDefault();
        }}
      />
    </div>
  );
}

interface Shown {
  id: number;
  message: SnackbarMessage | null;
}

const replaceMessage = ({ id }: Shown, message: SnackbarMessage | null): Shown => ({
  id: id + 1,
  message,
});

/** Above the routes, so that a message outlives its screen. It shows the newest message. */
export function SnackbarProvider({ children }: { children: Elements }) {
  const [{ id, message }, show] = useReducer(replaceMessage, { id: 0, message: null });
  return (
    <SnackbarContext value={show}>
      {children}
      <Snackbar
        id={id}
        message={message}
        onClose={() => {
          show(null);
        }}
      />
    </SnackbarContext>
  );
}
