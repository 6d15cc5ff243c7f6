export const arrivalStep = 'Arrive 10 minutes before the session starts.';
export const whatToBring = 'Bring football gear and water.';

/**
 * What follows a booking, besides the confirmation email (BOK-45). Shown on the confirmation screen and in the email.
 */
export const nextSteps = [
  'Payment details will be sent to you separately.',
  arrivalStep,
  whatToBring,
] as const;
