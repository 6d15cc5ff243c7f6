import { classRoutes } from '#shared/classes/admin-routes';
import type { ManagedClass } from '#shared/classes/managed-class';
import { isOffSale } from '#shared/classes/openings';
import { classTypeName } from '#shared/lib/format';
import { Details } from '../../../components/modal.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { ConfirmChange, type DialogProps } from '../dialogs.tsx';

export const saleAction = (cls: ManagedClass): string => (isOffSale(cls) ? 'Put on Sale' : 'Take Off Sale');

export const SaleDialog = (dialog: DialogProps<ManagedClass>) => {
  const isBack = dialog.of ? isOffSale(dialog.of) : false;
  return (
    <ConfirmChange
      {...dialog}
      title={(cls) => `${saleAction(cls)}: ${classTypeName(cls.class_type)} at ${cls.venue}?`}
      action={isBack ? ['Put on Sale', 'Saving...'] : ['Take Off Sale', 'Saving...']}
      colorPalette={isBack ? 'brand' : 'danger'}
      send={({ id: classId }) =>
        callRoute(
          classRoutes.setClassSale,
          { params: { classId }, body: { on_sale: isBack } },
          { repeatable: true },
        )
      }
      failure="Failed to save the class"
      done={(cls) => (isOffSale(cls) ? 'The class is off sale' : 'The class is on sale')}
    >
      {(cls) => (isOffSale(cls) ? <Back /> : <Off />)}
    </ConfirmChange>
  );
};

const Off = () => (
  <>
    <Text>
      From now on families do not find this class. They cannot book it, move into it, or take an offer in it.
      Only the office can place a child.
    </Text>
    <Text fontWeight="bold">Bookings, sessions, registers and emails stay as they are.</Text>
    <Details>
      <Text>
        Its waiting lists are not asked until it is on sale again. Offers that families have now still end at
        their time.
      </Text>
    </Details>
  </>
);

const Back = () => (
  <Text>Families find and book this class again at once. Its waiting lists are asked about free places.</Text>
);
