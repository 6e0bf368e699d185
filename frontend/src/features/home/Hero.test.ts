import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useRotation } from './Hero.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function pass(milliseconds: number): void {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}

describe('useRotation', () => {
  it('rotates every 5 seconds, from the last to the first', () => {
    const { result } = renderHook(() => useRotation(5, true));
    pass(4999);
    expect(result.current).toBe(0);
    pass(1);
    expect(result.current).toBe(1);
    pass(15_000);
    expect(result.current).toBe(4);
    pass(5000);
    expect(result.current).toBe(0);
  });

  it('stops while paused, then shows the picture for a full 5 seconds', () => {
    const { result, rerender } = renderHook(({ isRunning }) => useRotation(5, isRunning), {
      initialProps: { isRunning: true },
    });
    pass(7000);
    rerender({ isRunning: false });
    pass(60_000);
    expect(result.current).toBe(1);
    rerender({ isRunning: true });
    pass(4999);
    expect(result.current).toBe(1);
    pass(1);
    expect(result.current).toBe(2);
  });

  it('clears its timer', () => {
    const { unmount } = renderHook(() => useRotation(5, true));
    unmount();
    expect(vi.getTimerCount()).toBe(0);
  });
});
