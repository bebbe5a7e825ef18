import { Button } from '@shop/web-ui';
import { Plus } from 'lucide-react';
import { type ReactNode, useRef } from 'react';

interface Props<Row> {
  label: string;
  /** Instead of the list while there are no rows. */
  none: string;
  rows: readonly Row[];
  className: string;
  addLabel: string;
  max: number;
  onAdd: () => void;
  onRemove: (index: number) => void;
  /** A row; `remove` removes it. */
  children: (row: Row, index: number, remove: () => void) => ReactNode;
}

interface ItemProps {
  className: string;
  onRemove: () => void;
  children: (remove: () => void) => ReactNode;
}

const Item = ({ className, onRemove, children }: ItemProps) => <li className={className}>{children(onRemove)}</li>;

/** Rows of a section, to which others are added. The focus of a removed row goes to the button that adds one. */
export function RowList<Row extends { id: string }>({
  label,
  none,
  rows,
  className,
  addLabel,
  max,
  onAdd,
  onRemove,
  children,
}: Props<Row>) {
  const addButton = useRef<HTMLButtonElement>(null);
  const remove = (index: number): void => {
    onRemove(index);
    addButton.current?.focus();
  };
  return (
    <>
      {rows.length === 0 && <p className="text-muted-foreground">{none}</p>}
      <ul aria-label={label} className="grid gap-5 empty:hidden">
        {rows.map((row, index) => (
          <Item key={row.id} className={className} onRemove={() => remove(index)}>
            {(removeRow) => children(row, index, removeRow)}
          </Item>
        ))}
      </ul>
      <div>
        <Button ref={addButton} variant="outline" size="sm" disabledFocusable={rows.length >= max} onClick={onAdd}>
          <Plus aria-hidden />
          {addLabel}
        </Button>
      </div>
    </>
  );
}
