import { HStack, Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { TriangleAlert } from 'lucide-react';
import { formatDate } from '#shared/domain/text/format';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import type { WaitingMark } from './coach-store.ts';
import { refusalTexts } from './coach-texts.ts';
import { useCoachWork } from './coach-work-provider.tsx';
import { grouped } from './grouped.ts';

/** Where the line that says what the server has leads to. */
export const refusedMarksId = 'refused-marks';

/** Marks that the server did not take, by day and reason, with the children, until they were read (REG-05); nothing without any. */
export const RefusedMarks = ({ marks }: { readonly marks: readonly WaitingMark[] }) => {
  const { work } = useCoachWork();
  if (marks.length === 0) return null;
  const reasons = grouped(marks, ({ session, refused }) => `${session.date} ${refused}`);
  return (
    <Notice tone="danger" icon={TriangleAlert} role="alert" id={refusedMarksId}>
      <Stack gap="2">
        {reasons.map(([reason, [first, ...others]]) => (
          <Text key={reason}>
            {first && [first, ...others].map(({ name }) => name).join(', ')}
            {first && `, ${formatDate(first.session.date)}: ${first.refused && refusalTexts[first.refused]}`}
          </Text>
        ))}
        <HStack>
          <Button type="button" variant="outline" onClick={() => void work.dismiss(marks)}>
            I have noted it
          </Button>
        </HStack>
      </Stack>
    </Notice>
  );
};
