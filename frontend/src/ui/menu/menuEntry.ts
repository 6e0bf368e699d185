interface MenuLabel {
  id: string;
  label: string;
  /** The language of the label, where it differs from the page's. */
  lang?: string;
}

/** One of several options. */
export interface MenuChoice extends MenuLabel {
  /** Marks the current option. */
  selected: boolean;
  onSelect: () => void;
}

/** A link. */
export interface MenuLink extends MenuLabel {
  to: string;
}

export type MenuEntry = MenuChoice | MenuLink;
