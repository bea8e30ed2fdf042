import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

type NoticeProps = {
  readonly tone: 'plain' | 'bad';
  readonly icon?: IconName;
  readonly title: string;
  readonly children?: ReactNode;
  /** Buttons: what can be done about it. */
  readonly actions?: ReactNode;
};

/** A sentence or two that the person should not miss. */
export function Notice({ tone, icon, title, children, actions }: NoticeProps) {
  return (
    <div className={`notice notice-${tone}`} role={tone === 'bad' ? 'alert' : undefined}>
      <Icon name={icon ?? (tone === 'bad' ? 'alert' : 'info')} />
      <div className="notice-body">
        <p className="notice-title">{title}</p>
        {children !== undefined && <div className="notice-text">{children}</div>}
        {actions !== undefined && <div className="notice-actions">{actions}</div>}
      </div>
    </div>
  );
}
