import {
  OPEN_SERVICE_AREA,
  serviceAreas,
  type ServiceArea,
} from '#entities/service-area/serviceAreas.ts';
import { Icon } from '#ui/Icon.tsx';
import styles from './PathArt.module.css';

/** The position of each service area on the drawing. */
const waypoints: Record<ServiceArea, { x: number; y: number }> = {
  courses: { x: 48, y: 336 },
  consulting: { x: 150, y: 268 },
  job: { x: 236, y: 190 },
  networking: { x: 334, y: 134 },
  psychology: { x: 424, y: 48 },
};

const PATH = 'M48 336 C104 336 94 268 150 268 S180 190 236 190 S276 134 334 134 S368 48 424 48';

const ICON_SIZE = 24;

/**
 * The five service areas as waypoints of a path, whose first section is highlighted. It is mirrored in
 * right-to-left languages. A ring marks the service area whose picture is visible.
 */
export function PathArt({ shown }: { shown: ServiceArea }) {
  return (
    <svg aria-hidden="true" className={styles.art} viewBox="0 0 472 384">
      <path className={styles.path} d={PATH} />
      <path className={styles.highlighted} d={PATH} pathLength={100} />
      {serviceAreas.map((area) => (
        <Waypoint isShown={area === shown} key={area} area={area} />
      ))}
    </svg>
  );
}

function Waypoint({ area, isShown }: { area: ServiceArea; isShown: boolean }) {
  const { x, y } = waypoints[area];
  const isOpen = area === OPEN_SERVICE_AREA;
  return (
    <g className={isOpen ? styles.open : styles.upcoming} transform={`translate(${x} ${y})`}>
      <circle className={styles.ring} data-shown={isShown} r={isOpen ? 46 : 38} />
      <circle className={styles.disc} r={isOpen ? 34 : 28} />
      <g transform={`translate(${-ICON_SIZE / 2} ${-ICON_SIZE / 2})`}>
        <Icon className={styles.icon} name={area} size={ICON_SIZE} />
      </g>
    </g>
  );
}
