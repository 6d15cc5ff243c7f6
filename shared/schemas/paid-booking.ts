import * as z from 'zod/mini';
import { bookingDetailsSchema } from './booking.ts';
import { paymentStateSchema } from './statement.ts';

/** A booking with how far it is paid (PAY-10). */
export const paidBookingSchema = z.extend(bookingDetailsSchema, { payment: paymentStateSchema });
export type PaidBooking = z.infer<typeof paidBookingSchema>;
