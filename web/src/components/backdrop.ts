/** The cover of the page behind a modal dialog. A colour itself: older browsers pass no custom properties to a backdrop. */
export const backdrop = { bg: 'rgb(13 27 42 / 0.55)' } as const;
