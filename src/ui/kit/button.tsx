import type { ComponentProps } from 'react';
import { Icon, type IconName } from './icon.tsx';

type ButtonProps = Omit<ComponentProps<'button'>, 'type'> & {
  readonly look?: 'solid' | 'outline' | 'quiet' | 'danger';
  readonly size?: 'normal' | 'small';
  readonly icon?: IconName;
  readonly type?: 'button' | 'submit';
};

/** A button with words. */
export function Button({ look = 'outline', size = 'normal', icon, type = 'button', children, ...rest }: ButtonProps) {
  const className = `button button-${look}${size === 'small' ? ' button-small' : ''}`;
  return (
    <button {...rest} type={type} className={className}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}

type IconButtonProps = {
  readonly icon: IconName;
  /** What it does, for people who do not see the drawing. */
  readonly label: string;
  /** For one that stays down: whether it is. */
  readonly isPressed?: boolean;
  /** For one that opens something below it: whether that is open. */
  readonly isExpanded?: boolean;
  readonly onClick: () => void;
};

export function IconButton({ icon, label, isPressed, isExpanded, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      className="button button-quiet button-icon"
      aria-label={label}
      aria-pressed={isPressed}
      aria-expanded={isExpanded}
      title={label}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
