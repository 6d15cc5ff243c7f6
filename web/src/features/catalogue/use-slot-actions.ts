import { useNavigate } from 'react-router-dom';
import { paths } from '#shared/paths';
import type { TimeSlot } from '#shared/schemas/slot';
import type { SlotActions } from '../../components/slot-box.tsx';
import { returnTo } from '../../lib/sign-in/return-to.ts';
import { useIsVisitor } from '../../lib/sign-in/sign-in.ts';
import { showToast } from '../../lib/toasts/toasts.ts';

/** What a visitor without a session is told before the login. */
const loginTexts = {
  book: 'Please log in to book a class',
  join: 'Please log in to join a waiting list',
} as const;

/**
 * The actions of a slot's buttons: they open the booking screen, or the one that joins the waiting list, for visitors after
 * login (PUB-49, PUB-51, WAI-01).
 */
export const useSlotActions = (): SlotActions => {
  const isVisitor = useIsVisitor();
  const navigate = useNavigate();
  const open = (screen: string, action: keyof typeof loginTexts): void => {
    if (!isVisitor) {
      navigate(screen);
      return;
    }
    showToast({
      type: 'error',
      subject: 'sign-in',
      title: 'Login Required',
      description: loginTexts[action],
    });
    navigate(paths.auth, { state: returnTo(screen) });
  };
  return {
    onBook: ({ class_id, id }: TimeSlot) => open(paths.bookClass(class_id, id), 'book'),
    onJoin: ({ class_id, id }: TimeSlot) => open(paths.joinWaitingList(class_id, id), 'join'),
  };
};
