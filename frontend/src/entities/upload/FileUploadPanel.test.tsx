import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { languages } from '#i18n/languages.ts';
import { readUnfinishedUpload, removeUnfinishedUpload } from './unfinishedUploads.ts';
import { deferred } from '#testing/deferred.ts';
import { errorResponse, jsonResponse, mockApi } from '#testing/network.ts';
import { openScreen } from '#testing/openScreen.tsx';
import { normalizeSpaces, translations } from '#testing/translations.ts';
import { fileKinds } from './fileKinds.ts';
import { FileUploadPanel } from './FileUploadPanel.tsx';
import { Upload } from './upload.ts';

vi.mock('./unfinishedUploads.ts', () => ({
  readUnfinishedUpload: vi.fn(),
  removeUnfinishedUpload: vi.fn(),
  storeUnfinishedUpload: vi.fn(),
}));
vi.mock(import('./media.ts'), async (original) => ({
  ...(await original()),
  posterFrame: () => Promise.resolve(undefined),
}));

const MIB = 1024 * 1024;
const file = new File([new Uint8Array(10 * MIB)], 'me.mp4');
const stored = { uploadId: 'upload-1', file, expiresAt: Infinity };

const arrived = jsonResponse(200, {
  success: true,
  data: {
    state: 'open',
    chunkSize: 5 * MIB,
    chunks: [{ chunkIndex: 0, size: 5 * MIB }],
    expiresAt: '2026-11-24T00:00:00Z',
    expiresIn: 3600,
  },
});
const dropped = jsonResponse(200, { success: true, message: 'The upload was cancelled.' });

beforeEach(() => {
  vi.mocked(readUnfinishedUpload).mockReset().mockResolvedValue(stored);
  vi.mocked(removeUnfinishedUpload).mockReset();
});

describe.each(languages)('an unfinished upload, in $ownName', ({ code: language }) => {
  const { upload: texts } = translations[language];

  const open = async (mayContinue?: () => boolean) => {
    const upload = new Upload(fileKinds.video, 'signup');
    const onChosen = vi.fn();
    await openScreen(
      () => (
        <FileUploadPanel
          {...(mayContinue && { mayContinue })}
          onChosen={onChosen}
          upload={upload}
        />
      ),
      {
        path: '/',
        language,
        namespaces: ['errors', 'upload'],
      },
    );
    return { upload, onChosen };
  };
  const button = (name: string) => screen.findByRole('button', { name: normalizeSpaces(name) });

  it('can continue with what has arrived', async () => {
    mockApi({ 'GET /file/video/upload-1': arrived });
    const { upload, onChosen } = await open();
    const percent = new Intl.NumberFormat(language, { style: 'percent' }).format(0.5);
    expect(await screen.findByText(new RegExp(normalizeSpaces(percent)))).toBeVisible();
    fireEvent.click(await button(texts.unfinished.continue));
    expect(onChosen).toHaveBeenCalledTimes(1);
    expect(upload.state()).toMatchObject({ phase: 'chosen', file });
    expect(screen.queryByText(normalizeSpaces(texts.unfinished.title))).toBeNull();
    expect(screen.getByRole('group', { name: 'me.mp4' })).toHaveFocus();
    expect(removeUnfinishedUpload).not.toHaveBeenCalled();
  });

  it('stays on offer while it may not continue', async () => {
    mockApi({ 'GET /file/video/upload-1': arrived });
    const { upload, onChosen } = await open(() => false);
    fireEvent.click(await button(texts.unfinished.continue));
    expect(onChosen).not.toHaveBeenCalled();
    expect(upload.state().phase).toBe('empty');
    expect(await button(texts.unfinished.continue)).toBeVisible();
  });

  it('can be dropped, here and on the server', async () => {
    const calls = mockApi({
      'GET /file/video/upload-1': arrived,
      'DELETE /file/video/upload-1': dropped,
    });
    const { upload } = await open();
    fireEvent.click(await button(texts.unfinished.cancel));
    expect(removeUnfinishedUpload).toHaveBeenCalledWith('signup', 'upload-1');
    await waitFor(() => {
      expect(calls.map(({ name }) => name)).toContain('DELETE /file/video/upload-1');
    });
    expect(upload.state().phase).toBe('empty');
    expect(screen.queryByText(normalizeSpaces(texts.unfinished.title))).toBeNull();
  });

  it('is offered without its share while the server cannot be reached', async () => {
    mockApi({ 'GET /file/video/upload-1': errorResponse(503, 'service_unavailable') });
    await open();
    expect(await button(texts.unfinished.continue)).toBeVisible();
    expect(screen.queryByText(/%|٪/)).toBeNull();
  });

  it('is removed when the server does not know it any more', async () => {
    mockApi({ 'GET /file/video/upload-1': errorResponse(404, 'upload_not_found') });
    await open();
    await waitFor(() => {
      expect(removeUnfinishedUpload).toHaveBeenCalledWith('signup', 'upload-1');
    });
    expect(screen.queryByText(normalizeSpaces(texts.unfinished.title))).toBeNull();
  });
});

describe('the focus, while a file is chosen with the keyboard', () => {
  const { upload: texts } = translations.en;
  const cv = new File(['%PDF-'], 'cv.pdf');
  const running = new Promise<never>(() => {});

  /** Opens the panel, presses its button and picks a file. The returned function ends the check of the file. */
  const pick = async ({ sendsAtOnce = false } = {}) => {
    const { promise: check, resolve: endCheck } = deferred<string | undefined>();
    const upload = new Upload({
      ...fileKinds.cv,
      check: () => check,
      transfer: () => ({ run: () => running }),
    });
    await openScreen(
      () => (
        <FileUploadPanel
          onChosen={() => {
            if (sendsAtOnce) {
              upload.send().catch(() => undefined);
            }
          }}
          upload={upload}
        />
      ),
      { path: '/', namespaces: ['errors', 'upload'] },
    );
    const choose = screen.getByRole('button', { name: `${texts.choose}, ${texts.cv.label}` });
    choose.focus();
    fireEvent.change(screen.getByLabelText(texts.cv.label, { selector: 'input' }), {
      target: { files: [cv] },
    });
    await screen.findByRole('group', { name: 'cv.pdf' });
    return { choose, endCheck };
  };

  it('stays on the button that chooses a file', async () => {
    const { choose, endCheck } = await pick();
    expect(choose).toBeVisible();
    endCheck(undefined);
    await screen.findByRole('button', { name: /^Remove/ });
    expect(choose).toBeVisible();
    expect(choose).toHaveFocus();
  });

  it('stays on the button when the file is refused', async () => {
    const { choose, endCheck } = await pick();
    expect(choose).toBeVisible();
    endCheck('cv_file_type_wrong');
    await waitFor(() => {
      expect(choose).toHaveAccessibleDescription(translations.en.errors.cv_file_type_wrong);
    });
    expect(choose).toHaveFocus();
  });

  it('moves to the file when its upload hides the button', async () => {
    const { choose, endCheck } = await pick({ sendsAtOnce: true });
    endCheck(undefined);
    await screen.findByRole('progressbar');
    expect(choose).not.toBeVisible();
    expect(screen.getByRole('group', { name: 'cv.pdf' })).toHaveFocus();
  });

  it('returns to the button when the file is removed', async () => {
    const { choose, endCheck } = await pick();
    endCheck(undefined);
    const remove = await screen.findByRole('button', { name: /^Remove/ });
    remove.focus();
    fireEvent.click(remove);
    expect(screen.queryByRole('group', { name: 'cv.pdf' })).toBeNull();
    expect(choose).toHaveFocus();
  });
});
