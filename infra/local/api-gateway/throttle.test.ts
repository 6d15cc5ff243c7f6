import { expect, it } from 'vitest';
import { createThrottle } from './api-gateway.ts';

const rate = { perSecond: 50, burst: 100 };
const route = { method: 'POST', path: '/api/me/bookings', rate } as const;

it('allows a burst, then as many a second as the route has, and others apart [TRM-08]', () => {
  let now = 0;
  const allows = createThrottle(() => now);
  const allowed = (count: number) =>
    Array.from({ length: count }, () => allows(route)).filter(Boolean).length;
  expect(allowed(500)).toBe(100);
  now = 1_000;
  expect(allowed(500)).toBe(50);
  now = 1_010;
  expect(allowed(5)).toBe(0);
  now = 1_020;
  expect(allowed(5)).toBe(1);
  now = 100_000;
  expect(allowed(500)).toBe(100);
  expect(allows({ ...route, method: 'GET' })).toBe(true);
  expect(allows({ method: 'GET', path: '/api/classes' })).toBe(true);
});

it('serves 500 families who press in one second within ten seconds [TRM-08]', () => {
  let now = 0;
  const allows = createThrottle(() => now);
  let waiting = 500;
  // Each that was refused asks again once a second.
  for (let tick = 0; waiting > 0; tick += 1) {
    now = tick * 100;
    const asking = Math.ceil(waiting / 10);
    for (let request = 0; request < asking; request += 1) if (allows(route)) waiting -= 1;
  }
  expect(now).toBeLessThan(10_000);
});
