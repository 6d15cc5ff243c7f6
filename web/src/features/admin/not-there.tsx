import { Link } from 'react-router-dom';
import { AreaScreen } from '../../components/area-screen.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyPitch } from '../../components/empty-pitch.tsx';

interface NotThereProps {
  readonly title: string;
  readonly back: { readonly to: string; readonly label: string };
}

/** Stands where something was asked for that is not there, or no longer. */
export const NotThere = ({ title, back }: NotThereProps) => (
  <AreaScreen title={title}>
    <EmptyPitch>
      <Button asChild variant="outline">
        <Link to={back.to}>{back.label}</Link>
      </Button>
    </EmptyPitch>
  </AreaScreen>
);
