import { fireEvent, render, screen } from '@testing-library/react';
import { DayField } from './day-field.js';

it('keeps the digits of a year that is being typed when an earlier day arrives late', () => {
  const days: string[] = [];
  const renderField = (value: string) => <DayField label="Day" value={value} onChange={(day) => days.push(day)} />;
  const { rerender } = render(renderField('2026-11-24'));
  const field = screen.getByLabelText('Day');
  field.focus();
  fireEvent.change(field, { target: { value: '2026-11-23' } });
  fireEvent.change(field, { target: { value: '0002-11-23' } });
  rerender(renderField('2026-11-23'));
  expect(field).toHaveValue('0002-11-23');
  fireEvent.change(field, { target: { value: '2025-11-23' } });
  expect(days).toEqual(['2026-11-23', '2025-11-23']);
  rerender(renderField('2025-11-23'));
  fireEvent.blur(field);
  rerender(renderField('2020-01-01'));
  expect(field).toHaveValue('2020-01-01');
});
