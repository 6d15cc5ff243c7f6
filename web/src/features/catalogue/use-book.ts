import { useNavigate } from 'react-router-dom';
import { paths } from '#shared/paths';
import type { TimeSlot } from '#shared/schemas/slot';
import { returnTo } from '../../lib/session/return-to.ts';
import { useSession } from '../../lib/session/session.ts';
import { showToast } from '../../lib/toasts/toasts.ts';

/** The action of a book button: opens the booking screen, for visitors after login (PUB-49, PUB-51). */
export const useBook = () => {
  const session = useSession();
  const navigate = useNavigate();
  return ({ class_id, id }: TimeSlot): void => {
    const bookingScreen = paths.bookClass(class_id, id);
    if (session.status !== 'signedOut') {
      navigate(bookingScreen);
      return;
    }
    showToast({
      type: 'error',
      subject: 'session',
      title: 'Login Required',
      description: 'Please log in to book a class',
    });
    navigate(paths.auth, { state: returnTo(bookingScreen) });
  };
};
