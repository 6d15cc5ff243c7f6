import { afterEach, expect, it, vi } from 'vitest';
import { sendMessage } from './send-message.ts';

const entered = { name: 'Vic', email: 'vic@example.com', message: 'May we come?' };
const values = () => {
  const data = new FormData();
  for (const [name, value] of Object.entries({ ...entered, website: '' })) data.set(name, value);
  return data;
};

const watch = () => ({
  fetch: vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ success: true })),
  log: vi.spyOn(console, 'log').mockImplementation(() => {}),
});

afterEach(() => {
  vi.restoreAllMocks();
});

it('sends the values once and logs nothing when messages are delivered [FRM-01]', async () => {
  const { fetch, log } = watch();
  await sendMessage(values(), true);
  expect(fetch.mock.calls.map(([url, request]) => [url, JSON.parse(String(request?.body))])).toEqual([
    ['/api/contact', { ...entered, website: '' }],
  ]);
  expect(log).not.toHaveBeenCalled();
});

it('logs the values and sends no request when they are not [PUB-30]', async () => {
  const { fetch, log } = watch();
  await sendMessage(values(), false);
  expect(fetch).not.toHaveBeenCalled();
  expect(log.mock.calls).toEqual([['Contact form', entered]]);
});
