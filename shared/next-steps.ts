/** What a family does between booking and the first session (BOK-45). */
export const nextSteps = [
  'Payment details will be sent to you separately.',
  'Arrive 10 minutes before the session starts.',
  'Bring football gear and water.',
] as const;
