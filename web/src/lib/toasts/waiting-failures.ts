/** What the toasts of waiting lists and their offers say when the server has no specific message. */
export const waitingFailures = {
  join: 'Failed to join the waiting list',
  take: 'The offer could not be taken. Please try again.',
  move: 'This time could not be kept. Please try again.',
  decline: 'Your answer could not be sent. Please try again.',
} as const;
