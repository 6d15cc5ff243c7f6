/** What the supported browsers may lack and the site may use all the same, with the reason. */
export const acceptedUses: Readonly<Record<string, string>> = {
  'Promise.withResolvers': 'polyfills.ts adds it',
  'AbortSignal.any': 'polyfills.ts adds it',
  '.toSorted()': 'polyfills.ts adds it',
  '.toReversed()': 'polyfills.ts adds it',
  '.toSpliced()': 'polyfills.ts adds it',
  'AbortSignal.timeout': 'only the name of its error is newer in Chrome',
  'URL.canParse': 'zod tests for it',
  '.startViewTransition()': 'React tests for it; the site has no view transitions',
  '.showPopover()': 'tooltips.tsx tests for it',
  '.use()': 'the hook of React',
  '.toArray()': 'React.Children.toArray',
  'function rect': 'the value of `clip`, which is older than the shape of that name',
  'property accent-color': 'checkboxes have the colour of the browser without it',
  'property contain-intrinsic-block-size': 'without it, cards off the screen are rendered',
  'property content-visibility': 'without it, cards off the screen are rendered',
  'property field-sizing': 'text areas have a fixed height without it',
  'property forced-color-adjust':
    'a browser without it has no colours that the user has set, or shows them all',
  'property resize': 'text areas keep their height without it',
  'property text-size-adjust': 'prefixed for Safari, and Firefox changes no text of these pages',
  'property text-wrap': 'lines break where they are full without it',
  'property user-select': 'prefixed for Safari',
  'selector has':
    'without it, the radio or checkbox inside shows the state, the timetable keeps rows without a session, and tables keep empty places',
  'selector selection': 'the selection has the colour of the browser without it',
};
