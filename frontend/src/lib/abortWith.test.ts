import { describe, expect, it, vi } from 'vitest';
import { abortWith } from './abortWith.ts';

describe('a controller that is aborted with a signal', () => {
  const reason = new Error('left');

  it('is aborted for the same reason', () => {
    const [cause, controller] = [new AbortController(), new AbortController()];
    abortWith(controller, cause.signal);
    expect(controller.signal.aborted).toBe(false);
    cause.abort(reason);
    expect(controller.signal.reason).toBe(reason);
  });

  it('is aborted at once by a signal that was aborted before', () => {
    const controller = new AbortController();
    abortWith(controller, AbortSignal.abort(reason));
    expect(controller.signal.reason).toBe(reason);
  });

  it('keeps its own reason, and leaves no listener behind', () => {
    const [cause, controller] = [new AbortController(), new AbortController()];
    abortWith(controller, cause.signal);
    const abort = vi.spyOn(controller, 'abort');
    controller.abort(reason);
    cause.abort();
    expect(abort).toHaveBeenCalledOnce();
    expect(controller.signal.reason).toBe(reason);
  });
});
