import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { jest } from '@jest/globals';
import { Field, Input, QuantityControl, Select, Slider, Textarea } from './forms.js';

afterEach(cleanup);

describe('Field', () => {
  it.each([
    ['input', <Input key="c" />],
    ['textarea', <Textarea key="c" />],
    ['select', <Select key="c" />],
  ])('links its label, hint and error to its %s', (_kind, control) => {
    render(
      <Field label="Email" hint="We write only about this order" error="Invalid email address">
        {control}
      </Field>,
    );
    const field = screen.getByLabelText('Email');
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription('Invalid email address We write only about this order');
    expect(screen.getByRole('alert')).toHaveTextContent('Invalid email address');
  });

  it.each([
    ['input', <Input key="c" />],
    ['textarea', <Textarea key="c" />],
  ])('lets the typed text of its %s set the writing direction', (_kind, control) => {
    render(<Field label="Pet name">{control}</Field>);
    expect(screen.getByLabelText('Pet name')).toHaveAttribute('dir', 'auto');
  });

  it('shows no error by default', () => {
    render(
      <Field label="City">
        <Input />
      </Field>,
    );
    expect(screen.getByLabelText('City')).toBeValid();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('Slider', () => {
  it('exposes its formatted value and reports numbers', () => {
    const onChange = jest.fn();
    render(
      <Slider
        label="Scale"
        value={100}
        min={20}
        max={200}
        step={5}
        format={(value) => `${value}%`}
        onChange={onChange}
      />,
    );
    const slider = screen.getByRole('slider', { name: 'Scale' });
    expect(slider).toHaveAttribute('aria-valuetext', '100%');
    fireEvent.change(slider, { target: { value: '125' } });
    expect(onChange).toHaveBeenCalledWith(125);
  });
});

describe('QuantityControl', () => {
  function renderQuantity(quantity: number, pending = false) {
    const onChange = jest.fn();
    render(<QuantityControl label="Mug" quantity={quantity} pending={pending} onChange={onChange} />);
    return {
      onChange,
      minus: screen.getByRole('button', { name: 'Decrease quantity' }),
      plus: screen.getByRole('button', { name: 'Increase quantity' }),
      box: screen.getByRole('spinbutton'),
    };
  }

  it('decreases and increases by one', async () => {
    const { onChange, minus, plus } = renderQuantity(3);
    await userEvent.click(minus);
    await userEvent.click(plus);
    expect(onChange.mock.calls).toEqual([[2], [4]]);
  });

  it('does not go below one', () => {
    expect(renderQuantity(1).minus).toHaveAttribute('aria-disabled', 'true');
  });

  it('disables its buttons while an update is pending', () => {
    const { minus, plus } = renderQuantity(3, true);
    expect(minus).toHaveAttribute('aria-disabled', 'true');
    expect(plus).toHaveAttribute('aria-disabled', 'true');
  });

  it.each([
    ['12', 12],
    ['0', 1],
    ['', 1],
  ])('commits "%s" as %d on blur', async (typed, quantity) => {
    const { onChange, box } = renderQuantity(3);
    await userEvent.clear(box);
    if (typed) await userEvent.type(box, typed);
    expect(onChange).not.toHaveBeenCalled();
    await userEvent.tab();
    expect(onChange.mock.calls).toEqual([[quantity]]);
  });

  it('commits a typed number once at Enter', async () => {
    const { onChange, box } = renderQuantity(3);
    await userEvent.clear(box);
    await userEvent.type(box, '5{Enter}');
    await userEvent.tab();
    expect(onChange.mock.calls).toEqual([[5]]);
  });

  it.each([
    [7, '1'],
    [12_345, '5'],
  ])('has an input as wide as %d', (quantity, digits) => {
    expect(renderQuantity(quantity).box.style.getPropertyValue('--digits')).toBe(digits);
  });

  it('does not report an unchanged quantity', async () => {
    const { onChange, box } = renderQuantity(3);
    await userEvent.clear(box);
    await userEvent.type(box, '3');
    await userEvent.tab();
    expect(onChange).not.toHaveBeenCalled();
  });
});
