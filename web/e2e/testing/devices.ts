/** Options of a browser context on a phone. */
export const phone = { viewport: { width: 375, height: 667 }, isMobile: true, hasTouch: true };
