import { FindButton } from '../../features/admin/school/find-button.tsx';
import { adminPlaces } from './admin-nav-entries.ts';

/** The search of the admin area. It finds the area's screens, too. */
export const AdminFind = () => <FindButton screens={adminPlaces} />;
