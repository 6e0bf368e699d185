interface Line {
  id: string;
  label: string;
  /** The language of the label, where it is not that of the page. */
  lang?: string;
}

/** One of several choices. */
export interface MenuChoice extends Line {
  /** Marks the one that holds at present. */
  selected: boolean;
  onSelect: () => void;
}

/** Somewhere to go. */
export interface MenuDestination extends Line {
  to: string;
}

export type MenuEntry = MenuChoice | MenuDestination;
