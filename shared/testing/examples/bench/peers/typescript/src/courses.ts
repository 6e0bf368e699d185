// `GET /courses`: lists the courses of the catalogue in one language.

import { paginateScan } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { json } from './response.ts';
import { documents, variable } from './table.ts';

type Language = 'en' | 'fr' | 'ar';
type Localized = Record<Language, string>;

interface Course {
  courseId: string;
  type: 'cpd' | 'additional';
  position: number;
  name: Localized;
  description: Localized;
  enrollmentCount: number;
  facts: { starts?: string[] } & Record<string, unknown>;
}

const table = variable('COURSES_TABLE');

export async function handler(
  event: APIGatewayProxyEventV2,
): Promise<APIGatewayProxyStructuredResultV2> {
  const language = (event.queryStringParameters?.['lang'] ?? 'en') as Language;
  const courses = await listedCourses();
  const data = courses.map((course) => view(course, language));
  return json(200, { success: true, data }, { 'cache-control': 'public, max-age=60' });
}

/** The courses in the order in which they are shown. */
async function listedCourses(): Promise<Course[]> {
  const courses: Course[] = [];
  const scan = { TableName: table, FilterExpression: 'attribute_not_exists(withdrawn)' };
  for await (const page of paginateScan({ client: documents }, scan)) {
    courses.push(...((page.Items ?? []) as Course[]));
  }
  // `cpd` comes first.
  return courses.sort((a, b) => b.type.localeCompare(a.type) || a.position - b.position);
}

/** A course as the API returns it, in one language. */
function view(course: Course, language: Language): Record<string, unknown> {
  const { starts, ...facts } = course.facts;
  const today = new Date().toISOString().slice(0, 10);
  return {
    _id: course.courseId,
    name: course.name[language],
    description: course.description[language],
    type: course.type,
    enrollmentCount: course.enrollmentCount,
    ...facts,
    nextStart: starts?.find((start) => start >= today),
  };
}
