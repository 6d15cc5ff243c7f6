import { EmptyPitch } from '../../../components/badge.tsx';
import { AreaScreen } from '../../../components/screen.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { ClassList } from './class-list.tsx';

const labels = { book: 'Book', full: 'Full', fullBadge: null };

export const ParentClassesScreen = () => (
  <AreaScreen title="Available Classes">
    <ClassList
      labels={labels}
      empty={
        <EmptyPitch>
          <Text fontSize="lg">No classes available at the moment. Please check back later.</Text>
        </EmptyPitch>
      }
    />
  </AreaScreen>
);
