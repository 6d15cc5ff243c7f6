import type { Page } from '@playwright/test';
import { sampleInstructions } from '#infra/local/seed/seed';
import { addClass, bookByApi } from '#infra/testing/browser/classes';
import { layoutShift } from '#infra/testing/browser/page';
import { halfOf, repeatedTag } from '#infra/testing/runner/slowness';
import { paths } from '#shared/paths';
import { expect, test } from './testing/test.ts';

const windows = [
  { width: 375, height: 667 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];

/** Opens a page over a connection with a delay, so that scripts and answers arrive one after the other. */
const openSlowly = async (page: Page, path: string): Promise<void> => {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  const connection = {
    offline: false,
    latency: 150,
    downloadThroughput: 1_000_000,
    uploadThroughput: 1_000_000,
  };
  await devTools.send('Network.emulateNetworkConditions', connection);
  await page.goto(path);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await devTools.detach();
};

const parentPaths = [
  paths.browseClasses,
  paths.parent,
  paths.parentBookings,
  paths.parentPayments,
  paths.parentProfile,
];

for (const [index, path] of parentPaths.entries()) {
  test(`${path} loads without a layout shift`, { tag: ['@exhaustive', repeatedTag] }, async ({
    page,
    signIn,
    parent,
    stack,
  }) => {
    await stack.setSettings({ instructions: [...sampleInstructions] });
    for (const slots of [[{ capacity: 9 }], [{ capacity: 9 }, { capacity: 8, booked: 7 }]])
      await bookByApi(stack, parent, await addClass(stack, { slots }), { child: slots.length - 1 });
    await signIn(parent);
    for (const size of halfOf(windows, index)) {
      await page.setViewportSize(size);
      await openSlowly(page, path);
      expect(await layoutShift(page), `${size.width} px`).toBe(0);
    }
  });
}

const adminPaths = [
  paths.admin,
  paths.adminClasses,
  paths.adminBookings,
  paths.adminUsers,
  paths.adminAdmins,
];

for (const [index, path] of adminPaths.entries()) {
  test(`${path} loads without a layout shift`, { tag: ['@exhaustive', repeatedTag] }, async ({
    page,
    signIn,
    admin,
    parent,
    stack,
  }) => {
    const cls = await addClass(stack, { slots: [{ capacity: 9 }, { capacity: 8, booked: 7 }] });
    await bookByApi(stack, parent, cls);
    await signIn(admin);
    for (const size of halfOf(windows, index)) {
      await page.setViewportSize(size);
      await openSlowly(page, path);
      expect(await layoutShift(page), `${size.width} px`).toBe(0);
    }
  });
}

test('a visitor is led from the admin area to the login without a layout shift', {
  tag: '@exhaustive',
}, async ({ page }) => {
  for (const size of windows) {
    await page.setViewportSize(size);
    await openSlowly(page, paths.admin);
    await expect(page.getByLabel('Password')).toBeVisible();
    expect(await layoutShift(page), `${size.width} px`).toBe(0);
  }
});
