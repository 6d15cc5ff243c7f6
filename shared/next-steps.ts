import type { Cents } from '#shared/schemas/values';

export const arrivalStep = 'Arrive 10 minutes before the session starts.';
export const whatToBring = 'Bring football gear and water.';

export const paymentStep = 'Payment details will be sent to you separately.';
export const nothingToPay = 'There is nothing to pay.';

/**
 * What follows bookings, besides the confirmation email (BOK-45). Shown on the confirmation screen and in the email. Bookings that
 * cost nothing promise no payment details (BSK-05).
 * @param total of the bookings
 */
export const nextSteps = (total: Cents) =>
  [total > 0 ? paymentStep : nothingToPay, arrivalStep, whatToBring] as const;
