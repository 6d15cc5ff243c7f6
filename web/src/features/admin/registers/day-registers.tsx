import { HStack, Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { adminRoutes } from '#shared/contract/admin-routes';
import { classTypeName, formatTimeRange } from '#shared/lib/format';
import { counted, listed } from '#shared/lib/text';
import { paths } from '#shared/paths';
import type { DayRegister } from '#shared/registers/admin-routes';
import { Badge } from '../../../components/badge.tsx';
import { Card, TextLink } from '../../../components/card.tsx';
import { Heading } from '../../../components/screen.tsx';
import { routeQuery } from '../../../lib/api/route-query.ts';

/** "Not started", "7 of 12", "Complete" (REG-07); "No children" for a session without any. */
export const progressOf = ({ marked, children }: Pick<DayRegister, 'marked' | 'children'>): string => {
  if (children === 0) return 'No children';
  if (marked === 0) return 'Not started';
  return marked < children ? `${marked} of ${children}` : 'Complete';
};

/** How far the registers of today are, each minute anew: coaches are marking. */
export const dayRegistersQuery = {
  ...routeQuery(adminRoutes.listDayRegisters, {}, 'Failed to load the registers of today'),
  refetchInterval: 60_000,
};

const sectionId = 'registers';

/** Leads to the registers of today where one was not started in time; nothing otherwise (REG-07). */
export const LateRegistersLink = () => {
  const { data } = useQuery(dayRegistersQuery);
  const late = data?.registers.filter(({ is_late }) => is_late).length ?? 0;
  if (late === 0) return null;
  return (
    <TextLink asChild fontWeight="bold" color="danger.fg">
      <a href={`#${sectionId}`}>{counted(late, 'register', 'registers')} not started</a>
    </TextLink>
  );
};

/** For each session of today how far its register is, and who is missing (REG-07). */
export const DayRegisters = ({ registers }: { readonly registers: readonly DayRegister[] }) => (
  <Card
    as="section"
    id={sectionId}
    aria-labelledby="registers-heading"
    p={{ base: '4', md: '5' }}
    scrollMarginTop="20"
  >
    <Stack gap="2">
      <HStack wrap="wrap" justify="space-between" columnGap="4">
        <Heading id="registers-heading" size="md">
          Registers of Today
        </Heading>
        <TextLink asChild>
          <Link to={paths.coach}>Mark who came</Link>
        </TextLink>
      </HStack>
      <chakra.ul listStyleType="none">
        {registers.map((register) => (
          <RegisterRow key={`${register.slot_id}`} register={register} />
        ))}
      </chakra.ul>
    </Stack>
  </Card>
);

const RegisterRow = ({ register }: { readonly register: DayRegister }) => {
  const { class_id, slot_id, class_type, venue, is_late, absent } = register;
  const progress = progressOf(register);
  return (
    <Row>
      <HStack gap="3" wrap="wrap" justify="space-between">
        <TextLink asChild>
          <Link to={paths.adminSlot(class_id, slot_id)}>
            {formatTimeRange(register)}: {classTypeName(class_type)}, {venue}
          </Link>
        </TextLink>
        {is_late ? <Badge variant="danger">{progress}</Badge> : <Badge>{progress}</Badge>}
      </HStack>
      {absent.length > 0 && <Text>Missing: {listed(absent.map(({ name }) => name))}</Text>}
    </Row>
  );
};

const Row = chakra('li', {
  base: { py: '2', borderTopWidth: '1px', borderColor: 'border' },
});
