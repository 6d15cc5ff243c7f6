import { expect, it, vi } from 'vitest';
import { showToast } from './toasts.ts';

// The toaster needs a browser. A chunk that never arrives leaves only the call itself.
vi.mock('../browser/load-chunk.ts', () => ({ loadChunk: () => new Promise(() => undefined) }));

it('warns about an action without a label, and about no other toast [NTF-16]', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const onClick = () => undefined;
  showToast({ type: 'info', title: 'Saved' });
  showToast({ type: 'info', title: 'Saved', action: { label: 'Undo', onClick } });
  expect(warn).not.toHaveBeenCalled();
  showToast({ type: 'info', title: 'Saved', action: { label: ' ', onClick } });
  expect(warn).toHaveBeenCalledExactlyOnceWith('The action of the toast "Saved" has no label');
});
